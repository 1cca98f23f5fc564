"use strict";
// Which clicks and keys on the options count. The second click of a double click must not answer the next turn, whose options
// appear within milliseconds, and an option that gives something up needs a second, separate click.
// Nothing here touches the page, so that a test can run it without one.
const REST = 500; // milliseconds: as long as the clicks of a double click may be apart
const newClicks = () => {
  let turn = null;
  let changedAt = -Infinity;
  let asked = null;
  return {
    // Notes which turn the options shown belong to; null: none is shown. Returns whether it is a new one.
    shown(number, now) {
      if (number === turn) return false;
      turn = number;
      changedAt = now;
      asked = null;
      return number !== null;
    },
    // What a click on an option does: "ignore" it, "ask" whether it is meant, or "send" it.
    click(option, givesUp, now) {
      if (now - changedAt < REST) return "ignore";
      if (!givesUp || asked === option) return "send";
      asked = option;
      changedAt = now;
      return "ask";
    },
    // Forgets what was asked.
    unask() {
      asked = null;
    },
    // Which of so many options a key chooses; -1: none.
    key(key, count) {
      const place = "123456789".indexOf(key);
      return key.length === 1 && place < count ? place : -1;
    },
  };
};
if (typeof module !== "undefined") module.exports = { newClicks, REST };
