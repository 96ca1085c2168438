// `npm run lighthouse`: runs Lighthouse's mobile preset on four pages of the built shop, in a real browser.
//
//   npm run lighthouse                  home, category, product, content
//   npm run lighthouse -- product       some of them
//
// Lighthouse is downloaded by npm on first use and cached by npm; it is not a dependency of the project.
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, ensurePinnedNode } from './ensure-installed.mjs';

ensureInstalled();
if (ensurePinnedNode(process.argv[1], process.argv.slice(2))) {
  ensureBuilt();
  const { runLighthouse } = await import('../test/bench/run-lighthouse.ts');
  await runLighthouse(process.argv.slice(2));
}
