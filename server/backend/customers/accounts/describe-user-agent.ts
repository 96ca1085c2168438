/**
 * Browsers and systems by their marks in the user agent. The first match counts, because most user agents
 * also name other browsers.
 */
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
 * Returns the browser and system names from a user agent. Nothing else of it is stored.
 *
 * @param userAgent null if the header is missing
 */
export function describeUserAgent(userAgent: string | null): {
  readonly browser: string | null;
  readonly system: string | null;
} {
  const text = (userAgent ?? '').slice(0, 500);
  return { browser: find(browsers, text), system: find(systems, text) };
}
