const loaded = new Map();

/** Registers the loaded module of a chunk, so that hydration finds it synchronously. */
export const registerLoadedChunk = (name, module) => loaded.set(name, module);

/** Creates the description of a chunk that @loadable/component expects in the browser. */
export const __chunk = (name, load) => ({
  chunkName: () => name,
  resolve: () => name,
  isReady: () => loaded.has(name),
  requireAsync: () =>
    load().then((module) => {
      loaded.set(name, module);
      return module;
    }),
  requireSync: () => loaded.get(name),
});
