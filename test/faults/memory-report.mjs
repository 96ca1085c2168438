// Loaded into a web process by the memory test (`--import`, with `--expose-gc`): tells what is left after a collection.
process.on('message', async () => {
  // Twice, with a pause: what finalisers and weak references let go of is only found by the second.
  globalThis.gc();
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  // The most there ever was, in bytes.
  const peak = process.resourceUsage().maxRSS * 1024;
  process.send({ rss, heapUsed, external, arrayBuffers, peak });
});
