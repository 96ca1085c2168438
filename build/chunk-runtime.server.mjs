/** What @loadable/component needs to know of a chunk, on the server: the module is already here. */
export const __chunk = (name, getModule) => ({
  chunkName: () => name,
  resolve: () => name,
  isReady: () => true,
  requireAsync: () => Promise.resolve(getModule?.()),
  requireSync: () => getModule?.(),
});
