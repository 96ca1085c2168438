/** Durations of the parts of an answer, in milliseconds. A part that did not run is missing. */
export interface Timings {
  scopeMs?: number;
  dataMs?: number;
  renderMs?: number;
}

const parts = [
  ['scope', 'scopeMs'],
  ['data', 'dataMs'],
  ['render', 'renderMs'],
] as const;

/**
 * Formats the `Server-Timing` header, which browsers show with the request. The names do not reveal the
 * implementation.
 */
export function formatServerTiming(timings: Timings, totalMs: number): string {
  const entries: string[] = [];
  for (const [name, key] of parts) {
    const ms = timings[key];
    if (ms !== undefined) entries.push(`${name};dur=${ms.toFixed(1)}`);
  }
  entries.push(`total;dur=${totalMs.toFixed(1)}`);
  return entries.join(', ');
}
