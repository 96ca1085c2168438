/** Faults of the build. */
export const faultsInBuild = [
  {
    id: 'split-texts-of-entry-come-late',
    file: 'build/split-locale-texts.mjs',
    find: "name.startsWith('main-') || firstVisitChunks",
    replace: "name.startsWith('start-') || firstVisitChunks",
    fault: 'The client starts before the locale texts are loaded.',
  },
];
