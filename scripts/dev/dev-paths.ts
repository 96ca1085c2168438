/** Addresses of the development server; everything else belongs to the shop. */
export const devPaths = {
  /** A source of the project as a module: `/dev/modules/client/App.tsx`. */
  modules: '/dev/modules/',
  /** Pictures and fonts as they are. */
  files: '/dev/files/',
  /** Where developer tools list the original sources. Nothing is served there: the maps carry the text. */
  sources: '/dev/sources/',
  /** A page's code under the name that @loadable knows. */
  chunks: '/dev/chunks/',
  /** Packages, made into modules once. */
  vendor: '/dev/vendor/',
  /** The first script of every page. */
  entry: '/dev/entry.js',
  /** All style sheets in one, in the order of the production build. */
  styles: '/dev/main.css',
  texts: '/dev/texts/',
  /** Event stream that tells open pages what has changed. */
  events: '/dev/events',
  /** Takes a stack of the browser and answers where that is in the source. */
  places: '/dev/places',
} as const;
