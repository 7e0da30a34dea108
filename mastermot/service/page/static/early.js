// What the page's own script holds (preload.js), as a module.

export const {
  LEVELS, LETTERS, ownWords, dayOf, address, recall, remember, keepLevel, namedPuzzle, dailyPath, get,
} = early;
