// What eslint checks of the page: plain modules, run by browsers as they are.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["mastermot/service/page/static/**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: {
      "consistent-return": "off",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-len": ["error", { code: 120 }],
      "no-implicit-globals": "error",
      "no-restricted-syntax": [
        "error",
        {
          // a module may be evaluated before the texts are there
          selector: "CallExpression[callee.name=/^(t|tn|tryAgain|working)$/]:not(:function *)",
          message: "A text is asked for inside a function, not while the module is evaluated.",
        },
      ],
      "no-shadow": "off",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  {
    // put into the page as it is: what it declares is known to the modules
    files: ["mastermot/service/page/static/preload.js"],
    languageOptions: { sourceType: "script" },
    rules: { "no-implicit-globals": "off", "no-unused-vars": ["error", { varsIgnorePattern: "^early$" }] },
  },
  { files: ["mastermot/service/page/static/shared/early.js"], languageOptions: { globals: { early: "readonly" } } },
  {
    // VERSION, KEPT and PYTHON come before, written by the service
    files: ["mastermot/service/page/static/sw.js"],
    languageOptions: { sourceType: "script", globals: { ...globals.serviceworker, VERSION: "readonly", KEPT: "readonly", PYTHON: "readonly" } },
    rules: { "no-implicit-globals": "off" },
  },
];
