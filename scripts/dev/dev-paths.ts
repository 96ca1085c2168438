/** Paths of the development server; all others belong to the shop. */
export const devServerPaths = {
  /** A source of the project as a module: `/dev/modules/client/App.tsx`. */
  modules: '/dev/modules/',
  /** Pictures and fonts, unchanged. */
  files: '/dev/files/',
  /**
   * Paths under which developer tools list the original sources. They are not served, since the source maps
   * contain the text.
   */
  sources: '/dev/sources/',
  /** Code of a page under its @loadable name. */
  chunks: '/dev/chunks/',
  /** Packages, converted into modules once. */
  vendor: '/dev/vendor/',
  /** The first script of every page. */
  entry: '/dev/entry.js',
  /** All style sheets in one, in the order of the production build. */
  styles: '/dev/main.css',
  texts: '/dev/texts/',
  /** Event stream that notifies open pages of changes. */
  events: '/dev/events',
  /** Accepts a stack of the browser and returns its location in the source. */
  places: '/dev/places',
} as const;
