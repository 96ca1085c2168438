// Runs a script of this folder under the pinned Node: `node scripts/run-with-pinned-node.mjs check-locales --sort`. Needed
// for scripts that import TypeScript if the installed Node is older. Built-ins only.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, ensurePinnedNode, root } from './ensure-installed.mjs';

const [name, ...args] = process.argv.slice(2);
const script = path.join(root, 'scripts', `${name}.mjs`);
ensureInstalled();
if (ensurePinnedNode(process.argv[1], process.argv.slice(2))) {
  process.argv = [process.argv[0], script, ...args];
  await import(pathToFileURL(script).href);
}
