import { cleanTypedCode } from '../typed-text.ts';

/** Format of postcodes of a country. */
export interface PostcodeRules {
  /** ISO 3166-1 alpha-2. */
  readonly regionCode: string;
  /** Regular expression of the normalised form. */
  readonly postcodePattern: string;
  /** Example in the normalised form: '7311 KZ'. */
  readonly postcodeExample: string;
}

/** Country signs that are written before a postcode, if they differ from the ISO code. */
const countryPrefixes: Readonly<Record<string, readonly string[]>> = {
  AT: ['A'],
  BE: ['B'],
  DE: ['D'],
  EE: ['EST'],
  ES: ['E'],
  FI: ['FIN', 'SF', 'AX'],
  FR: ['F'],
  GB: ['UK'],
  IE: ['IRL'],
  IT: ['I'],
  LU: ['L'],
  PT: ['P'],
  SE: ['S'],
};

/**
 * Normalises a typed postcode: 'NL-7311KZ' becomes '7311 KZ', '1250096' of Portugal '1250-096'.
 *
 * @param rules format of its country; without it the text is only converted to capitals and extra spaces are
 *   removed
 * @returns the postcode in the form of the country's example; an invalid one is returned as typed, in
 *   capitals
 */
export function readPostcode(text: string, rules?: PostcodeRules): string {
  const typed = cleanTypedCode(text).toUpperCase();
  if (!rules) return typed;
  const { regionCode, postcodePattern, postcodeExample } = rules;
  const pattern = new RegExp(postcodePattern);
  const [separator = ''] = /[^A-Z\d]/.exec(postcodeExample) ?? [];
  const tail = separator === '' ? 0 : postcodeExample.length - postcodeExample.indexOf(separator) - 1;
  const compact = typed.replace(/[ .-]/g, '');
  const signs = [regionCode, ...(countryPrefixes[regionCode] ?? [])];
  const candidates = [
    compact,
    ...signs.filter((sign) => compact.startsWith(sign)).map((sign) => compact.slice(sign.length)),
  ];
  for (const candidate of candidates) {
    const at = candidate.length - tail;
    const formed = tail === 0 ? candidate : `${candidate.slice(0, at)}${separator}${candidate.slice(at)}`;
    if (pattern.test(formed)) return formed;
  }
  return typed;
}
