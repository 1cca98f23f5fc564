"use strict";
// Says that it is your turn: by the icon of the page always, and if you want that, by a sound and a notification.
(() => {
  const WAITED = 2000; // milliseconds: after a shorter time you are still looking at the page
  const icon = document.querySelector("link[rel=icon]");
  const calm = icon.href;
  const boxes = [...document.querySelectorAll("#settings input")];
  let turn = null;
  let answeredAt = -Infinity;
  let audio = null;

  const wanted = (name) => boxes.some((box) => box.name === name && box.checked);

  const kept = (name) => `referee.${name}`;

  // A browser may refuse to keep anything: then the settings last as long as the page.
  const keep = (box) => {
    try {
      localStorage.setItem(kept(box.name), box.checked ? "yes" : "no");
    } catch {}
  };

  const restore = (box) => {
    try {
      const said = localStorage.getItem(kept(box.name));
      if (said) box.checked = said === "yes";
    } catch {}
  };

  const sound = () => {
    audio = audio || new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.1, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.3);
  };

  const notify = () => {
    const notice = new Notification("It is your turn", { body: document.title.replace(/^● /, ""), tag: "referee" });
    notice.addEventListener("click", () => {
      window.focus();
      notice.close();
    });
  };

  const ask = async (box) => {
    const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
    box.checked = answer === "granted";
    document.getElementById("refused").hidden = box.checked;
    keep(box);
  };

  for (const box of boxes) {
    restore(box);
    box.addEventListener("change", () => {
      if (box.name === "notices" && box.checked) return ask(box);
      if (box.name === "sound" && box.checked) sound(); // so that you know it
      keep(box);
    });
  }

  document.addEventListener("filled", () => {
    const open = document.querySelector("#options input[name=turn]");
    icon.href = open ? calm.replace("icon.svg", "turn.svg") : calm;
    if (!open) {
      if (turn !== null) answeredAt = performance.now();
      turn = null;
      return;
    }
    if (open.value === turn) return;
    const waited = document.hidden || performance.now() - answeredAt > WAITED;
    turn = open.value;
    if (waited && wanted("sound")) sound();
    if (document.hidden && wanted("notices")) notify();
  });
})();
