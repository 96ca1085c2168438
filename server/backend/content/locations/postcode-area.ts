/** Returns an expression for a number of digits that are not part of a longer number or a word. */
const createDigitsPattern = (count: number): RegExp => new RegExp(`(?<![A-Z\\d])\\d{${count}}(?!\\d)`);

/** How the postcodes of a country name an area of a few kilometres. */
interface AreaRule {
  /**
   * Finds the area in a text in capitals without spaces between digits: the first group, or the whole match.
   */
  readonly pattern: RegExp;
  /**
   * Length of the area in a postcode without spaces, as `left` in SQL counts: a negative number omits that
   * many characters at the end.
   */
  readonly length: number;
}

const fourDigitRule: AreaRule = { pattern: createDigitsPattern(4), length: 4 };
const fiveDigitRule: AreaRule = { pattern: createDigitsPattern(5), length: 5 };

const areaRulesByCountry: ReadonlyMap<string, AreaRule> = new Map([
  ...['AT', 'BE', 'DK', 'LU', 'NL'].map((code) => [code, fourDigitRule] as const),
  ...['DE', 'EE', 'ES', 'FI', 'FR', 'IT', 'SE'].map((code) => [code, fiveDigitRule] as const),
  ['PT', { pattern: /(?<![A-Z\d])(\d{4})(?:[- ]?\d{3})?(?!\d)/, length: 4 }] as const,
  // The outward code.
  ['GB', { pattern: /(?<![A-Z\d])([A-Z]{1,2}\d[A-Z\d]?) *(?:\d[A-Z]{2})?(?![A-Z\d])/, length: -3 }] as const,
  // The routing key.
  ['IE', { pattern: /(?<![A-Z\d])([A-Z]\d[\dW])(?: *[A-Z\d]{4})?(?![A-Z\d])/, length: 3 }] as const,
]);

export interface PostcodeArea {
  /** The area, such as '7311' of '7311 KZ', 'CB8' of 'CB8 7NR' and 'D02' of 'D02 X285'. */
  readonly area: string;
  /** See `AreaRule.length`. */
  readonly length: number;
}

/**
 * Reads the area of a postcode at any position in a typed text.
 *
 * @param regionCode ISO 3166-1 alpha-2 of the country
 * @returns null without a complete area of that country: postcodes with a common prefix may be far apart
 */
export function readPostcodeArea(typed: string, regionCode: string): PostcodeArea | null {
  const rule = areaRulesByCountry.get(regionCode);
  if (!rule) return null;
  // Joins digits as in '114 55' of Sweden, or '9 0 0 0'.
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/(?<=\d)\s+(?=\d+(?!\w))/g, rule.length > 3 ? '' : ' ');
  const found = rule.pattern.exec(text);
  const area = found?.[1] ?? found?.[0];
  return area === undefined ? null : { area, length: rule.length };
}
