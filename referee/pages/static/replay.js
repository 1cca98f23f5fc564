"use strict";
(async () => {
  const at = (id) => document.getElementById(id);
  const bytes = Uint8Array.from(atob(document.body.dataset.match), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const match = await new Response(inflated).json();
  const text = (number) => match.texts[number];
  const shown = { viewer: null, place: 0, timer: 0 };
  const frames = () => match.viewers[shown.viewer].frames;

  // Replaces only what differs from the previous step, so that focus and scroll position stay.
  const fill = (parent, numbers) => {
    numbers.forEach((number, place) => {
      const old = parent.children[place];
      if (old && old.dataset.number === String(number)) return;
      const box = document.createElement("div");
      box.innerHTML = text(number);
      const part = box.firstElementChild;
      part.dataset.number = number;
      if (old) old.replaceWith(part);
      else parent.append(part);
    });
    while (parent.children.length > numbers.length) parent.lastElementChild.remove();
  };

  const list = (title, items) => (items.length ? `<h3>${title}</h3><ul>${items.join("")}</ul>` : "");

  const turns = (frame) =>
    frame.turns
      .map((turn) => list(`Seat ${turn.seat} chose`, turn.options.map(text)) + text(turn.told))
      .join("") + list("Strikes", frame.strikes.map(text));

  const draw = () => {
    const all = frames();
    shown.place = Math.max(0, Math.min(shown.place, all.length - 1));
    const frame = all[shown.place];
    const isEnd = shown.place === all.length - 1;
    fill(at("facts"), [frame.facts]);
    fill(at("zones"), frame.zones);
    fill(at("seats"), frame.seats);
    at("happened").innerHTML = list("What happened", frame.events.map(text)) || "<p class='fact'>Nothing has happened since.</p>";
    at("turns").innerHTML = isEnd ? "<p class='fact'>The end.</p>" : turns(frame) || "<p class='fact'>Choices are not shown.</p>";
    frame.turns.forEach((turn, number) => {
      const options = at("turns").querySelectorAll("ul")[number].children;
      options[turn.option].classList.add("chosen");
      options[turn.option].setAttribute("aria-current", "true");
    });
    at("slider").max = all.length - 1;
    at("slider").value = shown.place;
    at("slider").setAttribute("aria-valuetext", `step ${frame.step}`);
    const asked = frame.asked.length ? `, asked: ${frame.asked.map((seat) => `seat ${seat}`).join(", ")}` : "";
    at("position").textContent = `${isEnd ? "the end" : `step ${frame.step}`} of ${all[all.length - 1].step}${asked}`;
    history.replaceState(null, "", `#step=${frame.step}&seat=${shown.viewer}`);
  };

  const look = (viewer, step) => {
    shown.viewer = viewer;
    at("viewer").value = viewer;
    at("chart").innerHTML = text(match.viewers[viewer].chart);
    const place = frames().findIndex((frame) => frame.step >= step);
    shown.place = place < 0 ? frames().length - 1 : place;
    draw();
  };

  const go = (place) => {
    shown.place = place;
    draw();
  };

  const find = (wanted) => {
    const place = frames().findIndex((frame, number) => number > shown.place && wanted(frame));
    if (place >= 0) go(place);
    else at("position").textContent = "none after this step";
  };

  const stop = () => {
    clearInterval(shown.timer);
    shown.timer = 0;
    at("play").textContent = "Play";
    at("play").setAttribute("aria-label", "play");
  };

  const play = () => {
    if (shown.timer) return stop();
    at("play").textContent = "Pause";
    at("play").setAttribute("aria-label", "pause");
    shown.timer = setInterval(() => {
      if (shown.place >= frames().length - 1) stop();
      else go(shown.place + 1);
    }, 1000 / Number(at("speed").value));
  };

  const fromAddress = () => {
    const said = new URLSearchParams(location.hash.slice(1));
    const viewer = said.get("seat") in match.viewers ? said.get("seat") : shown.viewer || at("viewer").value;
    look(viewer, Number(said.get("step")) || 0);
  };

  match.bots.forEach((bot, seat) => at("seat").append(new Option(`seat ${seat}: ${bot}`, seat)));
  at("speed").value = "1";
  at("start").onclick = () => go(0);
  at("back").onclick = () => go(shown.place - 1);
  at("next").onclick = () => go(shown.place + 1);
  at("end").onclick = () => go(frames().length - 1);
  at("play").onclick = play;
  at("turn").onclick = () => find((frame) => frame.asked.includes(Number(at("seat").value)));
  at("strike").onclick = () => find((frame) => frame.strikes.length);
  at("slider").oninput = () => go(Number(at("slider").value));
  at("viewer").onchange = () => look(at("viewer").value, frames()[shown.place].step);
  at("speed").onchange = () => shown.timer && (stop(), play());
  at("chart").onclick = (event) => "frame" in event.target.dataset && go(Number(event.target.dataset.frame));
  window.onhashchange = fromAddress;
  document.onkeydown = (event) => {
    if (event.target.matches("select, input") || event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "start", End: "end" };
    if (keys[event.key]) event.preventDefault(), at(keys[event.key]).click();
  };
  fromAddress();
})();
