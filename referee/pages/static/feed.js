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

  const follow = (element) => {
    let source = null;
    let over = false;

    const open = () => {
      source = new EventSource(element.dataset.feed);
      source.addEventListener("now", (event) => {
        document.documentElement.dataset.ahead = Number(event.data) - performance.now();
      });
      source.addEventListener("over", () => {
        over = true;
        source.close();
      });
      source.addEventListener("message", (event) => {
        say("");
        for (const [id, part] of Object.entries(JSON.parse(event.data))) if (at(id)) fill(at(id), part);
        document.dispatchEvent(new Event("filled"));
      });
      source.addEventListener("error", () => {
        if (source.readyState === EventSource.CLOSED) say("This page cannot be updated now; reload it later.");
        else say("No connection; reconnecting.");
      });
    };

    // A browser has only six connections to a host. A page that nobody sees gives its own back, and gets everything
    // again when it is seen again. The page of a seat keeps it: its title says when it is your turn.
    const look = () => {
      const follows = !over && (!document.hidden || "keep" in element.dataset);
      if (!follows && source) source.close();
      if (follows && (!source || source.readyState === EventSource.CLOSED)) open();
    };

    document.addEventListener("visibilitychange", look);
    look();
  };

  document.querySelectorAll("[data-feed]").forEach(follow);
})();
