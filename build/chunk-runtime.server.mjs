/**
 * Creates the description of a chunk that @loadable/component expects on the server, where the module is
 * already loaded.
 */
export const __chunk = (name, getModule) => ({
  chunkName: () => name,
  resolve: () => name,
  isReady: () => true,
  requireAsync: () => Promise.resolve(getModule?.()),
  requireSync: () => getModule?.(),
});
