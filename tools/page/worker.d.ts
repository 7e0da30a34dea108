// What the service writes before sw.js: the version of the page, and the files to keep.
declare const VERSION: string;
declare const KEPT: string[];
