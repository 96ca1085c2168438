/** Draws a packshot as SVG, viewBox 40 84 520 616. Options are those of `createPackshotOptions` in catalogue.mjs, or of `feed` in feed.mjs. */
export function packshot(options: Readonly<Record<string, unknown>>): string;
/** Colour sets by name. */
export const ways: Readonly<
  Record<string, { readonly base: string; readonly dark: string; readonly light: string; readonly pale: string }>
>;
