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
 * Return how many letters two words have in the same place.
 * @param {string} one
 * @param {string} other
 */
export function blacks(one, other) {
  let count = 0;
  for (let place = 0; place < one.length; place++) count += Number(one[place] === other[place]);
  return count;
}
