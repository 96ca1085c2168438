/** Put in by the build: true in the files for the browser, which leave out what only the server renders. */
declare const IS_BROWSER_BUILD: boolean;
