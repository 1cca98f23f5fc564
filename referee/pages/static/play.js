"use strict";
// A person's seat: choosing without reloading the page, by buttons or on the board, and the clock.
(() => {
  const at = (id) => document.getElementById(id);
  const buttons = () => [...document.querySelectorAll("#options button[name=option]")];

  const clicks = newClicks();
  let resting = 0;

  const rest = () => {
    at("options").classList.add("resting");
    clearTimeout(resting);
    resting = setTimeout(() => at("options").classList.remove("resting"), REST);
  };

  const ask = (button) => {
    unask();
    rest();
    button.dataset.text = button.innerHTML;
    button.textContent = button.dataset.sure;
    button.classList.add("sure");
  };

  const unask = () => {
    for (const button of document.querySelectorAll("#options .sure")) {
      button.innerHTML = button.dataset.text;
      button.classList.remove("sure");
    }
  };

  const send = async (form, data) => {
    form.querySelectorAll("button").forEach((button) => (button.disabled = true));
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(data) }).catch(() => null);
    if (answer && answer.ok) return say("");
    say(answer ? await whyOf(answer) : "No connection: your answer was not sent. Try again.");
    form.querySelectorAll("button").forEach((button) => (button.disabled = false));
  };

  // What the page says that the server sent instead.
  const whyOf = async (answer) => {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return (page.getElementById("why") || page.body).textContent;
  };

  const say = (text) => {
    at("said").textContent = text;
    at("said").hidden = !text;
  };

  const explain = async (card) => {
    const answer = await fetch(`${at("explain").action}?card=${encodeURIComponent(card)}`).catch(() => null);
    if (answer && answer.ok) at("explained").innerHTML = await answer.text();
  };

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("#options button[name=option]");
      if (!button) return;
      const verdict = clicks.click(button.value, "sure" in button.dataset, performance.now());
      if (verdict === "ask") ask(button);
      else if (verdict === "send") return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  // Keys choose an option as a click does. They can be switched off, for those who talk to their computer.
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || !at("keys").checked) return;
    if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === "Escape") {
      clicks.unask();
      unask();
      pick([]);
      return;
    }
    const button = buttons()[clicks.key(event.key, buttons().length)];
    if (!button) return;
    event.preventDefault();
    button.focus();
    button.click();
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.id === "explain") {
      event.preventDefault();
      explain(new FormData(form).get("card"));
    } else if (form.closest("#options, #begin")) {
      event.preventDefault();
      send(form, new FormData(form, event.submitter));
    }
  });

  // A click on the board chooses the option at that place; several options are highlighted instead.
  const optionsAt = (element) => {
    for (let part = element.closest("[data-place]"); part; part = part.parentElement.closest("[data-place]")) {
      const found = buttons().filter((button) => button.dataset.place === part.dataset.place);
      if (found.length) return found;
    }
    return [];
  };

  const pick = (found) => {
    buttons().forEach((button) => button.classList.toggle("meant", found.includes(button)));
    if (found.length) found[0].focus();
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest("#zones, #seats") || event.target.closest("summary")) return;
    const found = optionsAt(event.target);
    if (found.length === 1) found[0].click();
    else if (found.length) pick(found);
    else {
      const card = event.target.closest(".card");
      if (card && card.querySelector("b")) explain(card.querySelector("b").textContent);
    }
  });

  document.addEventListener("filled", () => {
    const turn = document.querySelector("#options input[name=turn]");
    if (clicks.shown(turn ? turn.value : null, performance.now())) {
      rest();
      say("");
    }
    const places = new Set(buttons().map((button) => button.dataset.place));
    for (const part of document.querySelectorAll("#zones [data-place], #seats [data-place]"))
      part.classList.toggle("choosable", places.has(part.dataset.place));
    document.title = `${buttons().length ? "● " : ""}${document.title.replace(/^● /, "")}`;
  });

  const span = (ms) => {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`;
  };

  const WARNED = 10000;
  setInterval(() => {
    const clock = document.querySelector("#clock .clock");
    if (!clock) return;
    const now = performance.now() + Number(document.documentElement.dataset.ahead);
    const left = Number(clock.dataset.until) - now;
    const bank = Number(clock.dataset.bank);
    const own = left > bank ? `${span(left - bank)} for this choice, then ` : "";
    clock.querySelector(".left").textContent = `${own}${span(Math.min(left, bank))} in your bank`;
    clock.classList.toggle("short", left < WARNED);
    const warning = left < WARNED ? `“${clock.dataset.default}” will soon be played for you.` : "";
    if (clock.querySelector(".warning").textContent !== warning) clock.querySelector(".warning").textContent = warning;
  }, 250);
})();
