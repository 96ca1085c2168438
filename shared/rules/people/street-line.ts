/** Street and house number that were typed in one line. */
export interface SplitStreet {
  readonly street: string;
  readonly streetNumber: string;
  readonly streetNumberAddition: string;
}

/** Maximum length of a line that is split; the pattern must not run on longer ones. */
const MAX_LINE_LENGTH = 200;

/**
 * Splits a line such as 'Street 12b' into street and house number, because browsers autofill both into the
 * street field.
 *
 * @returns null if the line does not end with a house number; names such as '2e Dorpsweg' and 'Plein 1944'
 *   are split anyway
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

/** Returns true for the name of a house, which has a word and no digit: 'III' and 'bis' are numbers. */
const isHouseName = (streetNumber: string): boolean =>
  /\p{L}{4}/u.test(streetNumber) && !/\p{N}/u.test(streetNumber);

/**
 * Writes street and house number in one line: 'Klaverweg 12 b'. The name of a house comes first: 'The Old
 * Rectory, Church Lane'.
 *
 * @param address the house number is empty if the street line includes it
 */
export function formatStreetLine({
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
