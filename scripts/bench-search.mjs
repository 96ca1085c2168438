// `npm run bench:search`: searches, lists and suggestions over the database that DATA_DIR or DATABASE_URL names, with the plans of
// their statements; see docs/search.md. Fill it first: npm run sample:large -- <folder> && npm run import -- <folder>
import { ensureInstalled, isPinnedNode } from './ensure-installed.mjs';

ensureInstalled();
if (isPinnedNode(process.argv[1], process.argv.slice(2))) {
  const { runSearchBench } = await import('../test/bench/search-bench.ts');
  process.exitCode = await runSearchBench();
}
