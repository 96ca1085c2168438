/** Faults of the build. */
export const buildFaults = [
  {
    id: 'split-texts-of-entry-come-late',
    file: 'build/split-texts.mjs',
    find: "name.startsWith('main-') || firstPages",
    replace: "name.startsWith('start-') || firstPages",
    fault: 'The client starts before the locale texts are loaded.',
  },
];
