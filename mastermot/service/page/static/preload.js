// What cannot wait for the modules: the service puts it into the page itself, right below the place of the puzzle. It
// shows the clues of the day, which come with the page or are asked for, says that another task is coming, and holds
// what both it and the modules need.

const early = (() => {
  const LEVELS = 5;
  const LEVEL_KEPT = "mastermot-level";
  const LETTERS = "mastermot-letters";
  const LOOK = "mastermot-look";
  const GAMES = ["today", "guess", "play", "board"];
  const { lang } = document.documentElement;
  /** @param {string} name */
  const meta = (name) => document.querySelector(`meta[name=${name}]`)?.getAttribute("content") ?? "";
  const ownWords = meta("words");

  /** @param {Date} date */
  function dayOf(date) {
    const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
    return `${date.getFullYear()}-${month}-${day}`;
  }

  /** Return the task and the parameters that the address names: #task?name=value&… */
  function address() {
    const [view, query = ""] = location.hash.slice(1).split("?");
    return { view, parameters: new URLSearchParams(query) };
  }

  /** @param {unknown} level */
  const isLevel = (level) => Number.isInteger(level) && Number(level) >= 1 && Number(level) <= LEVELS;

  /**
   * Return what this browser keeps under a name; an empty text where it keeps nothing.
   * @param {string} name @param {"localStorage" | "sessionStorage"} [place]
   */
  function recall(name, place = "localStorage") {
    try {
      return window[place].getItem(name) ?? "";
    } catch {
      return "";
    }
  }

  /**
   * Have this browser keep a text under a name, or forget it where the text is empty; return whether it does.
   * @param {string} name @param {string} text @param {"localStorage" | "sessionStorage"} [place]
   */
  function remember(name, text, place = "localStorage") {
    try {
      if (text) window[place].setItem(name, text);
      else window[place].removeItem(name);
      return true;
    } catch {
      return false; // this page's memory does
    }
  }

  /** Return the level that was chosen last in this browser; else the one that the service begins with. */
  function usualLevel() {
    const kept = Number(recall(LEVEL_KEPT));
    return isLevel(kept) ? kept : Number(meta("level"));
  }

  /** @param {number} level */
  const keepLevel = (level) => remember(LEVEL_KEPT, String(level));

  /**
   * Return the level and the words of a puzzle of the day, as an address names them; else the usual ones.
   * @param {URLSearchParams} parameters
   */
  function namedPuzzle(parameters, level = usualLevel()) {
    const asked = Number(parameters.get("n"));
    const words = parameters.get("w") ?? "";
    return { level: isLevel(asked) ? asked : level, words: /^[\w-]+$/.test(words) ? words : ownWords };
  }

  /** Return the path of the puzzle of a day. @param {string} day @param {number} level @param {string} words */
  const dailyPath = (day, level, words) =>
    `/api/daily?${new URLSearchParams({ date: day, level: String(level), words })}`;

  /** @type {Map<string, Promise<Response>>} Answers that were asked for early, by their path; each is taken once. */
  const answers = new Map();

  /** Return the answer to a GET, the one that was asked for early if there is one. @param {string} path */
  function get(path) {
    const answer = answers.get(path) ?? (inFolder ? inFolder(path)?.() : null);
    answers.delete(path);
    return answer ?? fetch(`.${path}`, { headers: { "Accept-Language": lang } });
  }

  const [firstDay, lastDay] = meta("days").split(" ");
  /**
   * Return what fetches the answer to a GET from the folder of plain files that the page lies in (mastermot site);
   * null where the folder does not have it. Null itself where a service answers.
   * @type {null | ((path: string) => null | (() => Promise<Response>))}
   */
  const inFolder = lastDay
    ? (path) => {
        const [route, query] = path.split("?");
        const { date = "", words = "", level, length } = Object.fromEntries(new URLSearchParams(query));
        const list = route.match(/^\/api\/words\/(\w+)\/([5-9])$/);
        if (list) return () => fetch(`data/words/${list[1]}-${list[2]}.json`);
        if (route === "/api/openings") return () => fetch("data/openings.json");
        if (!/^\/api\/daily(\/game)?$/.test(route) || date < firstDay || date > lastDay) return null;
        const kind = `${level ? "puzzles" : "games"}/${words}`;
        if (!meta("lists").split(" ").includes(kind)) return null;
        // a file has a month, day by day
        const file = `data/${kind}-${level ?? length}-${date.slice(0, 7)}.json`;
        return async () => new Response(JSON.stringify((await (await fetch(file)).json())[date]));
      }
    : null;

  /** Take the puzzle that came with the page, if there is one. */
  function takePuzzle() {
    const { textContent, dataset } = document.getElementById("daily") ?? {};
    if (textContent && dataset?.path) answers.set(dataset.path, Promise.resolve(new Response(textContent)));
  }

  /** Have the modules of another task than the day's fetched, all at once. */
  function fetchTask() {
    const { view } = address();
    if (!view || view === "today") return;
    /** @type {Record<string, string[]>} */
    const modules = JSON.parse(meta("modules") || "{}");
    if (!Object.hasOwn(modules, view)) return;
    addLink({ rel: "preload", href: `texts/${lang}.json`, as: "fetch", crossOrigin: "anonymous" });
    addLink({ rel: "preload", href: "static/tasks.css", as: "style" });
    for (const module of modules[view]) addLink({ rel: "modulepreload", href: `static/${module}.js` });
  }

  /** Tell the styles how far from the top the game on the screen begins: it has the height that is left. */
  function measure() {
    const game = document.querySelector("main > section:not([hidden]) > .game");
    if (!game?.getClientRects().length) return; // a board without anything in it is not shown
    const top = Math.round(game.getBoundingClientRect().top + scrollY);
    document.documentElement.style.setProperty("--top", `${top}px`);
  }
  const above = new ResizeObserver(() => requestAnimationFrame(measure)); // not within the notice: sizes change

  /** Show the place of a task, and its link as that of this page. @param {string} view */
  function putForward(view) {
    for (const section of document.querySelectorAll("main > section")) {
      section.toggleAttribute("hidden", section.id !== `view-${view}`);
    }
    document.documentElement.classList.toggle("at-game", GAMES.includes(view));
    measure();
    for (const link of document.querySelectorAll("[data-view]")) {
      if (link.getAttribute("data-view") === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /** Show that the task of the address is coming, until the programs are there to show it. */
  function announce() {
    const view = address().view || "today";
    const place = document.getElementById(`view-${view}`);
    if ("ready" in document.documentElement.dataset || !place) return;
    putForward(view);
    place.setAttribute("aria-busy", "true");
    document.getElementById("coming")?.toggleAttribute("hidden", view === "today");
  }

  /** @param {Partial<HTMLLinkElement>} properties */
  const addLink = (properties) => document.head.append(Object.assign(document.createElement("link"), properties));

  /** Ask for the puzzle of the day and show its clues, where the address does not name another task. */
  async function askEarly() {
    const { view, parameters } = address();
    if (view && view !== "today") return;
    const { level, words } = namedPuzzle(parameters);
    const path = dailyPath(parameters.get("d") ?? dayOf(new Date()), level, words);
    if (inFolder && !inFolder(path)) return;
    takePuzzle();
    const answer = get(path);
    answers.set(path, answer);
    try {
      const { puzzles } = await (await answer).clone().json();
      showClues(puzzles[0].clues);
    } catch {
      // it is told by whoever takes the answer
    }
  }

  /**
   * Show clues until they can be played: what stands in their place once the modules have come looks the same.
   * @param {{word: string, spelling?: string, marks: number}[]} clues
   */
  function showClues(clues) {
    const place = document.getElementById("today-board");
    if (!place || place.childElementCount) return;
    /** @type {(tag: string, look: string, ...inside: (Node | string)[]) => HTMLElement} */
    const make = (tag, look, ...inside) => {
      const element = document.createElement(tag);
      element.className = look;
      element.append(...inside);
      return element;
    };
    const rows = clues.map(({ word, spelling, marks }) => {
      const letters = [...word.toUpperCase()].map((letter) => make("span", "cell", letter));
      const cells = make("span", "cells", ...letters);
      cells.setAttribute("aria-hidden", "true");
      return make("li", "", make("span", "said", spelling ?? word), cells, make("span", "disc", String(marks)));
    });
    const list = make("ol", "board-clues tapped", ...rows);
    list.style.setProperty("--n", String(clues[0].word.length));
    list.style.setProperty("--rows", String(clues.length));
    const board = make("div", "board-place", make("div", "board-frame early", list));
    place.replaceChildren(make("div", "playing", make("div", "first-screen", board, make("div", "dock"))));
  }

  document.documentElement.classList.toggle("large", recall(LETTERS) === "large");
  document.documentElement.classList.toggle("contrast", recall(LOOK) === "contrast");
  document.documentElement.classList.toggle("at-game", GAMES.includes(address().view || "today"));
  for (const one of document.querySelectorAll(".masthead, .tasks, .title, .day, .game")) above.observe(one);
  askEarly();
  fetchTask();
  addEventListener("hashchange", announce);
  if (address().view) document.addEventListener("DOMContentLoaded", announce);
  return {
    LEVELS, LETTERS, LOOK, above, ownWords, meta, dayOf, address, recall, remember, keepLevel, namedPuzzle, dailyPath,
    inFolder, get, putForward,
  };
})();
