/** A street and its number, as somebody has typed them in one line. */
export interface SplitStreet {
  readonly street: string;
  readonly streetNumber: string;
  readonly streetNumberAddition: string;
}

/**
 * Takes a line such as 'Street 12b' apart: browsers fill both into the field for the street.
 *
 * @returns null where no house number stands at its end: names such as '2e Dorpsweg' and 'Plein 1944' at least keep what is before it
 */
export function splitStreetLine(line: string): SplitStreet | null {
  const found = /^(.*\p{L}.*?)[\s,]+(\d{1,5})(?:\s*[-/]?\s*([A-Za-z][A-Za-z0-9]{0,3}|\d{1,4}|bis))?$/u.exec(
    line.trim(),
  );
  if (!found) return null;
  const [, street = '', streetNumber = '', streetNumberAddition = ''] = found;
  return { street: street.replace(/,$/, ''), streetNumber, streetNumberAddition };
}
