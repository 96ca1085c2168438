/** A street and its number, as somebody has typed them in one line. */
export interface SplitStreet {
  readonly street: string;
  readonly streetNumber: string;
  readonly streetNumberAddition: string;
}

/** Longest line that is split: longer ones are no street, and the pattern must not read them. */
const MAX_LINE_LENGTH = 200;

/**
 * Splits a line such as 'Street 12b' into street and house number: browsers fill both into the field for the street.
 *
 * @returns null if the line does not end with a house number; names such as '2e Dorpsweg' and 'Plein 1944' are split all the same
 */
export function splitStreetLine(line: string): SplitStreet | null {
  if (line.length > MAX_LINE_LENGTH) return null;
  const found = /^(.*\p{L}.*?)[\s,]+(\d{1,5})(?:\s*[-/]?\s*([A-Za-z][A-Za-z0-9]{0,3}|\d{1,4}|bis))?$/u.exec(
    line.trim(),
  );
  if (!found) return null;
  const [, street = '', streetNumber = '', streetNumberAddition = ''] = found;
  return { street: street.replace(/,$/, ''), streetNumber, streetNumberAddition };
}

/** A name has a word and no figure: 'III' and 'bis' are numbers. */
const isHouseName = (streetNumber: string): boolean =>
  /\p{L}{4}/u.test(streetNumber) && !/\p{N}/u.test(streetNumber);

/**
 * Writes street and house number in one line: 'Klaverweg 12 b'. The name of a house comes first: 'The Old Rectory, Church Lane'.
 *
 * @param address its number is empty where the line of the street says all
 */
export function writeStreetLine({
  street,
  streetNumber,
  streetNumberAddition,
}: {
  readonly street: string;
  readonly streetNumber: string;
  readonly streetNumberAddition: string | null;
}): string {
  const number = [streetNumber, streetNumberAddition ?? ''].filter((part) => part !== '').join(' ');
  if (number === '') return street;
  return isHouseName(streetNumber) ? `${number}, ${street}` : `${street} ${number}`;
}
