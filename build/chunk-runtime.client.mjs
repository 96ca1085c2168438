const loaded = new Map();
let loadTexts = async () => undefined;

/** Says how the texts of a chunk are fetched; they come along with its code. */
export const setTextLoader = (load) => {
  loadTexts = load;
};

/** Tells that the module of a chunk has arrived, so that hydration finds it synchronously. */
export const registerChunk = (name, module) => loaded.set(name, module);

/** Fetches a chunk together with its texts. */
export const __withTexts = (name, load) => async () => (await Promise.all([load(), loadTexts(name)]))[0];

/** What @loadable/component needs to know of a chunk, in the browser. */
export const __chunk = (name, load) => ({
  chunkName: () => name,
  resolve: () => name,
  isReady: () => loaded.has(name),
  requireAsync: () =>
    __withTexts(name, load)().then((module) => {
      loaded.set(name, module);
      return module;
    }),
  requireSync: () => loaded.get(name),
});
