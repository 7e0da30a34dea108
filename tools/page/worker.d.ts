// What the service writes before sw.js: the version of the page, the files to keep, and those of the page’s own Python.
declare const VERSION: string;
declare const KEPT: string[];
declare const PYTHON: string[];
