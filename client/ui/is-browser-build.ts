/**
 * True in the browser build, which omits parts that only the server renders (`StaticHtml`). False on the
 * server, in tests, and if sources run unbundled.
 */
export const isBrowserBuild = typeof IS_BROWSER_BUILD !== 'undefined' && IS_BROWSER_BUILD;
