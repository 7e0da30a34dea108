// Words as letters: folded to those of the dictionary in use, A to Z and perhaps more, and compared place by place.

import { address, ownWords } from "./early.js";

/** @type {Record<string, string>} */
const OPENED = Object.fromEntries(
  "Æ AE,Œ OE,ß SS,ẞ SS,Ø O,Ð D,Đ D,Þ TH,Ł L,Ħ H,ı I".split(",").map((pair) => pair.split(" ")),
);

/** Return the letters beside A to Z of the dictionary of the task on the screen, such as Ñ in Spanish. */
export function moreLetters() {
  const { view, parameters } = address();
  const menu = document.getElementById(`${view}-words`);
  const words = menu instanceof HTMLSelectElement ? menu.value : parameters.get("w") || ownWords;
  const option = document.querySelector(`#solve-words option[value="${CSS.escape(words)}"]`);
  return option?.getAttribute("data-letters") ?? "";
}

/**
 * Return a word in capitals, accents dropped but in letters of the dictionary; an empty text when it is not a word.
 * @param {string} word
 */
export function fold(word) {
  if (/^[A-Za-z]+$/.test(word)) return word.toUpperCase();
  const more = moreLetters();
  const letters = [...word.normalize("NFC")].map((c) => {
    if (more.includes(c.toUpperCase())) return c.toUpperCase();
    const plain = c.normalize("NFD").replace(/\p{M}/gu, "");
    return OPENED[plain] || OPENED[plain.toUpperCase()] || plain.toUpperCase();
  });
  const folded = letters.join("");
  return folded && [...folded].every((c) => /[A-Z]/.test(c) || more.includes(c)) ? folded : "";
}

/**
 * Return the marks of a guess, a sign a letter: X in place, O elsewhere, the full stop for one that is not there.
 * @param {string} guess
 * @param {string} secret
 */
export function marksOf(guess, secret) {
  const rest = [...secret].filter((letter, at) => guess[at] !== letter);
  return [...guess]
    .map((letter, at) => {
      if (secret[at] === letter) return "X";
      const found = rest.indexOf(letter);
      if (found < 0) return ".";
      rest.splice(found, 1);
      return "O";
    })
    .join("");
}

/** Return how many letters two words have in the same place. @param {string} one @param {string} other */
export function blacks(one, other) {
  let count = 0;
  for (let place = 0; place < one.length; place++) count += Number(one[place] === other[place]);
  return count;
}
