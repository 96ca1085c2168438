// `npm run bench`: measures the cost of pages in comparison with other programs; see docs/performance.md.
//
//   npm run bench                        everything, some minutes
//   npm run bench -- --quick             short rounds
//   npm run bench -- --trial             very short rounds, which only check that everything runs
//   npm run bench -- rendered answers    some parts, of: sizes, start, orders, accounts, sign-ins,
//                                        advice, dealers, rendered, answers, page-cache, streams, browser
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, ensurePinnedNode } from './ensure-installed.mjs';

ensureInstalled();
if (ensurePinnedNode(process.argv[1], process.argv.slice(2))) {
  ensureBuilt();
  await import('./jsx-hooks.mjs');
  const [{ buildProgram }, { runBench }] = await Promise.all([
    import('../esbuild.config.mjs'),
    import('../test/bench/run-bench.ts'),
  ]);
  await runBench(process.argv.slice(2), buildProgram);
}
