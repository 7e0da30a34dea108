// What the page's own script holds (preload.js), as a module.

export const { LEVELS, ownWords, dayOf, address, keepLevel, namedPuzzle, dailyPath, get } = early;
