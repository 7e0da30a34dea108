// Words as letters: folded to A to Z, and compared place by place.

/** @type {Record<string, string>} */
const OPENED = Object.fromEntries(
  "Æ AE,Œ OE,ß SS,ẞ SS,Ø O,Ð D,Đ D,Þ TH,Ł L,Ħ H,ı I".split(",").map((pair) => pair.split(" ")),
);

/**
 * Return a word in capitals A to Z, accents dropped; an empty text when it is not a word.
 * @param {string} word
 */
export function fold(word) {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  const folded = [...plain].map((c) => OPENED[c] || OPENED[c.toUpperCase()] || c.toUpperCase()).join("");
  return /^[A-Z]+$/.test(folded) ? folded : "";
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

/**
 * Return how many letters two words have in the same place.
 * @param {string} one
 * @param {string} other
 */
export function blacks(one, other) {
  let count = 0;
  for (let place = 0; place < one.length; place++) count += Number(one[place] === other[place]);
  return count;
}
