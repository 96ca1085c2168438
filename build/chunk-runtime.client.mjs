const loaded = new Map();

/** Tells that the module of a chunk has arrived, so that hydration finds it synchronously. */
export const registerChunk = (name, module) => loaded.set(name, module);

/** What @loadable/component needs to know of a chunk, in the browser. */
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
