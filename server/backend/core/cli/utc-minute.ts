/** Formats a moment for the output of a command, by UTC: '2026-11-25 19:12'. */
export const formatUtcMinute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');
