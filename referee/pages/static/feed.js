"use strict";
// Follows a feed: each message names elements by their ids, and gives their number of children and the new ones.
(() => {
  const at = (id) => document.getElementById(id);

  const fill = (parent, [count, pieces]) => {
    for (const [place, html] of Object.entries(pieces)) {
      const box = document.createElement("template");
      box.innerHTML = html;
      const part = box.content.firstElementChild;
      const old = parent.children[place];
      if (old) old.replaceWith(part);
      else parent.append(part);
    }
    while (parent.children.length > count) parent.lastElementChild.remove();
  };

  const say = (text) => {
    const place = at("connection");
    if (!place || place.textContent === text) return;
    place.textContent = text;
    place.hidden = !text;
  };

  for (const element of document.querySelectorAll("[data-feed]")) {
    const source = new EventSource(element.dataset.feed);
    source.addEventListener("now", (event) => {
      document.documentElement.dataset.ahead = Number(event.data) - performance.now();
    });
    source.addEventListener("over", () => source.close());
    source.addEventListener("message", (event) => {
      say("");
      for (const [id, part] of Object.entries(JSON.parse(event.data))) if (at(id)) fill(at(id), part);
      document.dispatchEvent(new Event("filled"));
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) say("This page cannot be updated now; reload it later.");
      else say("No connection; reconnecting.");
    });
  }
})();
