// What the page's own script holds (preload.js), as a module.

export const {
  LEVELS, LETTERS, LOOK, above, ownWords, meta, dayOf, address, recall, remember, keepLevel, namedPuzzle, dailyPath,
  inFolder, get, putForward,
} = early;
