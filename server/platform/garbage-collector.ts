import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns a function that runs the garbage collector. It takes about a tenth of a second and blocks the
 * process, so a process that serves requests does not call it.
 */
export function getGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
