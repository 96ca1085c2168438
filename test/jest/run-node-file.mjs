import { installModuleHooks } from './module-hooks.mjs';
import { runTestFile } from './run-file.mjs';

installModuleHooks();

/**
 * Runs a test file that needs no window.
 *
 * Fails a file that leaves a database open, because each takes 100 MB or a connection.
 * `fixtures/sample-database.ts` records the open ones.
 */
export default async function runNodeFile(options) {
  const result = await runTestFile(options);
  const unclosed = globalThis.unclosedDatabases ?? new Set();
  if (unclosed.size === 0) return result;
  const message = `${unclosed.size} databases were not closed`;
  for (const database of [...unclosed]) await database.close();
  return { ...result, failureMessage: message, testExecError: { message, stack: message } };
}
