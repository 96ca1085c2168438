/**
 * True in the files that the build makes for the browser: what only the server renders (`StaticHtml`) is left out of them.
 * False on the server, in tests, and where sources run as they are.
 */
export const isBrowserBuild = typeof IS_BROWSER_BUILD !== 'undefined' && IS_BROWSER_BUILD;
