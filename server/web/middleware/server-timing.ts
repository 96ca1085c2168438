/** What the parts of an answer took, in milliseconds. A part that did not happen is not there. */
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
 * Value of the `Server-Timing` header, which browsers show beside the request: where the time of a page went, in words that
 * tell nothing of what stands behind.
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
