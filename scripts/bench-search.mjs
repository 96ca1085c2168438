// `npm run bench:search`: measures searches, lists and suggestions on the database of DATA_DIR or
// DATABASE_URL, with the query plans of their statements; see docs/search.md. Fill it first: npm run
// sample:large -- <folder> && npm run import -- <folder>
//
// `npm run bench:search -- quality [file]`: checks whether the right products are among the first three, for
// typical queries of horse owners, with the engine of SEARCH_ENGINE.
//
// `npm run bench:search -- engines`: compares time, quality and memory of both engines on the database.
//
// `npm run bench:search -- memory`: measures the memory of the terms of each language.
import { ensureInstalled, ensurePinnedNode } from './ensure-installed.mjs';

ensureInstalled();
if (ensurePinnedNode(process.argv[1], process.argv.slice(2))) {
  await import('./jsx-hooks.mjs');
  const [measure, file] = process.argv.slice(2);
  if (measure === 'quality') {
    const { runSearchQuality } = await import('../test/bench/search-quality.ts');
    process.exitCode = await runSearchQuality(file);
  } else if (measure === 'engines') {
    const { runSearchEngines } = await import('../test/bench/search-engines.ts');
    process.exitCode = await runSearchEngines();
  } else if (measure === 'memory') {
    const { runSearchMemory } = await import('../test/bench/search-memory.ts');
    process.exitCode = await runSearchMemory();
  } else {
    const { runSearchBench } = await import('../test/bench/search-bench.ts');
    process.exitCode = await runSearchBench();
  }
}
