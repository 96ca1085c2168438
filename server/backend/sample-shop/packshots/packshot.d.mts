/** Draws a pack: one complete, self-contained SVG with its text outlined, so no fonts are needed. */
export function packshot(options: Readonly<Record<string, unknown>>): string;
