import { existsSync, readFileSync } from 'node:fs';

/** @returns {() => { seconds: number, processor: number | null }} what has passed since, on the clock and on all processors */
export function startStopwatch() {
  const startedAt = Date.now();
  const before = readProcessorSeconds();
  return () => {
    const now = readProcessorSeconds();
    const processor = before === null || now === null ? null : now - before;
    return { seconds: (Date.now() - startedAt) / 1000, processor };
  };
}

/**
 * Processor time of this process and of its descendants that have ended: the cost of a suite, however busy the machine is.
 *
 * @returns {number | null} seconds; null on a system without /proc
 */
export function readProcessorSeconds() {
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : null;
  if (stat === null) return null;
  // After the name, which may contain spaces: utime, stime, cutime and cstime are the fields 14 to 17, in hundredths.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}
