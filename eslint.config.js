// What eslint checks of the page: plain modules, run by browsers as they are.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["mastermot/web/static/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: {
      "consistent-return": "off",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-shadow": "off",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  {
    // VERSION and KEPT come before, written by the service
    files: ["mastermot/web/static/sw.js"],
    languageOptions: { sourceType: "script", globals: { ...globals.serviceworker, VERSION: "readonly", KEPT: "readonly" } },
    rules: { "no-implicit-globals": "off" },
  },
];
