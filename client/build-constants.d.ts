/** Set by the build. True in the browser bundle, which omits components that only the server renders. */
declare const IS_BROWSER_BUILD: boolean;
