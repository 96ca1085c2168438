/** A run of figures that is no part of a longer one, nor of a word. */
const figures = (count: number): RegExp => new RegExp(`(?<![A-Z\\d])\\d{${count}}(?!\\d)`);

/** How the postcodes of a country name an area of a few kilometres. */
interface AreaRule {
  /** Finds the area in a text in capitals without spaces between figures; the first group, or the whole match. */
  readonly pattern: RegExp;
  /** How much of a postcode without spaces is its area, as `left` of SQL counts: a negative number leaves so many characters out at the end. */
  readonly length: number;
}

const four: AreaRule = { pattern: figures(4), length: 4 };
const five: AreaRule = { pattern: figures(5), length: 5 };

const rules: ReadonlyMap<string, AreaRule> = new Map([
  ...['AT', 'BE', 'DK', 'LU', 'NL'].map((code) => [code, four] as const),
  ...['DE', 'EE', 'ES', 'FI', 'FR', 'IT', 'SE'].map((code) => [code, five] as const),
  ['PT', { pattern: /(?<![A-Z\d])(\d{4})(?:[- ]?\d{3})?(?!\d)/, length: 4 }] as const,
  // The outward code.
  ['GB', { pattern: /(?<![A-Z\d])([A-Z]{1,2}\d[A-Z\d]?) *(?:\d[A-Z]{2})?(?![A-Z\d])/, length: -3 }] as const,
  // The routing key.
  ['IE', { pattern: /(?<![A-Z\d])([A-Z]\d[\dW])(?: *[A-Z\d]{4})?(?![A-Z\d])/, length: 3 }] as const,
]);

export interface PostcodeArea {
  /** The area, for example '7311' of '7311 KZ', 'CB8' of 'CB8 7NR' and 'D02' of 'D02 X285'. */
  readonly area: string;
  /** See `AreaRule.length`. */
  readonly length: number;
}

/**
 * Reads the area of a postcode in what a person typed, wherever the postcode is in it.
 *
 * @param regionCode ISO 3166-1 alpha-2 of the country
 * @returns null where there is no whole area of that country: postcodes that begin alike may be far from each other
 */
export function readPostcodeArea(typed: string, regionCode: string): PostcodeArea | null {
  const rule = rules.get(regionCode);
  if (!rule) return null;
  // '114 55' of Sweden, '9 0 0 0'.
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/(?<=\d)\s+(?=\d+(?!\w))/g, rule.length > 3 ? '' : ' ');
  const found = rule.pattern.exec(text);
  const area = found?.[1] ?? found?.[0];
  return area === undefined ? null : { area, length: rule.length };
}
