/**
 * Parses a day such as '2026-10-01' (UTC).
 *
 * @param edge 'begin' for its first moment, 'end' for the start of the next day
 * @returns null if the text is not a day
 */
export function readDay(text: string, edge: 'begin' | 'end'): Date | null {
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime());
  // `Date` parses 30 February as a day in March.
  if (!isDay || day.toISOString().slice(0, 10) !== text) return null;
  return edge === 'begin' ? day : new Date(day.getTime() + 86_400_000);
}
