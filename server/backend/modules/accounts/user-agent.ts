/** Browsers and systems by what is in their names for themselves; the first that fits counts, since most name others besides. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const find = (known: readonly (readonly [RegExp, string])[], text: string): string | null =>
  known.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * What a person recognises of what their browser calls itself; nothing else of it is kept.
 *
 * @param userAgent null where it says nothing
 */
export function describeUserAgent(userAgent: string | null): {
  readonly browser: string | null;
  readonly system: string | null;
} {
  const text = (userAgent ?? '').slice(0, 500);
  return { browser: find(browsers, text), system: find(systems, text) };
}
