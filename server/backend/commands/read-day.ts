/**
 * Reads a day such as '2026-10-01' (UTC).
 *
 * @param edge its first moment, or the first one after it
 * @returns null for what is no day
 */
export function readDay(text: string, edge: 'begin' | 'end'): Date | null {
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime());
  // The 30th of February becomes a day of March.
  if (!isDay || day.toISOString().slice(0, 10) !== text) return null;
  return edge === 'begin' ? day : new Date(day.getTime() + 86_400_000);
}
