/** Returns true if a text is a calendar date, as YYYY-MM-DD; false for 30 February. */
export function isCalendarDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  // Some engines parse 30 February as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
