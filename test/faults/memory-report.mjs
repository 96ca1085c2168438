// Loaded into a web process by the memory test (`--import`, with `--expose-gc`): reports the memory in use
// after a garbage collection.
process.on('message', async () => {
  // Twice, with a pause: the second collection finds objects that finalisers and weak references have
  // released.
  globalThis.gc();
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  // Maximum resident memory, in bytes.
  const peak = process.resourceUsage().maxRSS * 1024;
  process.send({ rss, heapUsed, external, arrayBuffers, peak });
});
