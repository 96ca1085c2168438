import type { Country } from '../../../../shared/contract/sites.ts';
import { isEmailAddress } from '../../../../shared/rules/email-address.ts';
import { normalisePostcode, normaliseTown } from '../../../../shared/rules/locations.ts';
import { mayHaveHouseName } from '../../../../shared/rules/people/person-details.ts';
import type { TranslatableFault } from '../../core/admin/operation.ts';
import type { DealerRow, PickupPointRow } from '../../shop-store/shop-file-schemas.ts';
import { findCoordinatesError } from './country-bounding-boxes.ts';

export type LocationRow = PickupPointRow | DealerRow;
type OpeningSpan = LocationRow['openingHours'][number];
type AddFault = (field: string, problem: string, told: TranslatableFault) => void;

/** The fields of a country that the checks of locations need. */
export type LocationCountry = Pick<Country, 'countryId' | 'regionCode' | 'formRules'>;

/** An error in a row of a file of parcel shops or dealers. */
export interface LocationFault {
  /** Id of the dealer or the parcel shop in the row. */
  readonly id: number | string;
  /** Path of the field within the row, with dots; empty for the whole row. */
  readonly field: string;
  readonly problem: string;
  /** The error as shown on admin pages. */
  readonly detail: TranslatableFault;
}

const E164_PATTERN = '^\\+[1-9]\\d{6,14}$';
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns the ISO weekdays of `Sat` or `Mon-Fri`; empty if the last comes before the first. */
function listWeekdays(days: string): number[] {
  const [first = '', last = first] = days.split('-');
  const [from, to] = [WEEKDAYS.indexOf(first) + 1, WEEKDAYS.indexOf(last) + 1];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/**
 * Checks parcel shops beyond the schema: the country is known, the address follows its format, the
 * coordinates are inside it, and the opening hours are valid.
 */
export const checkParcelShops = (
  rows: readonly PickupPointRow[],
  countries: readonly LocationCountry[],
): LocationFault[] =>
  checkRows(
    rows,
    ({ parcelShopId }) => parcelShopId,
    (row, add) => checkLocation(row, countries, add),
  );

/** Checks dealers in the same way, and their phone number, email address and website. */
export const checkDealers = (
  rows: readonly DealerRow[],
  countries: readonly LocationCountry[],
): LocationFault[] =>
  checkRows(
    rows,
    ({ dealerId }) => dealerId,
    (row, add) => {
      checkLocation(row, countries, add);
      checkDealerContact(row, countries, add);
    },
  );

function checkRows<Row>(
  rows: readonly Row[],
  getId: (row: Row) => number | string,
  check: (row: Row, add: AddFault) => void,
): LocationFault[] {
  const faults: LocationFault[] = [];
  for (const row of rows) {
    check(row, (field, problem, told) => faults.push({ id: getId(row), field, problem, detail: told }));
  }
  return faults;
}

/**
 * Returns whether a text matches a country's expression; true if the expression is invalid, which is an error
 * of countries.json.
 */
export function matchesPattern(text: string, regex: string): boolean {
  try {
    return new RegExp(regex).test(text);
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

function checkLocation(row: LocationRow, countries: readonly LocationCountry[], add: AddFault): void {
  const { countryId, address, openingHours } = row;
  const country = countries.find((known) => known.countryId === countryId);
  if (!country) {
    add('countryId', `country ${countryId} is not in countries.json`, {
      code: 'place_country_unknown',
      values: { country: countryId },
    });
  } else {
    const { postcodePattern, postcodeExample } = country.formRules;
    if (!matchesPattern(address.zipcode, postcodePattern)) {
      add(
        'address.zipcode',
        `'${address.zipcode}' is not a postcode of ${country.regionCode}: write it as ${postcodeExample}`,
        {
          code: 'place_postcode',
          values: { value: address.zipcode, country: country.regionCode, example: postcodeExample },
        },
      );
    }
    checkCoordinates(row, country, add);
  }
  if (address.countryId !== countryId) {
    add('address.countryId', `is ${address.countryId}, but the countryId of the row is ${countryId}`, {
      code: 'place_country_differs',
      values: { value: address.countryId, country: countryId },
    });
  }
  checkStreet(address, country, add);
  if (normaliseTown(address.city) === '') {
    const told = { code: 'place_town', values: { value: address.city } };
    add('address.city', `'${address.city}' contains no letter`, told);
  }
  for (const [index, span] of openingHours.entries()) checkOpeningHours(span, index, openingHours, add);
}

function checkStreet(
  { street, streetNumber }: LocationRow['address'],
  country: LocationCountry | undefined,
  add: AddFault,
): void {
  if (!/\p{L}/u.test(street)) {
    const told = { code: 'place_street', values: { value: street } };
    add('address.street', `'${street}' contains no letter: enter the street and its number separately`, told);
  }
  const isNamed = country !== undefined && mayHaveHouseName(country.regionCode) && streetNumber === '';
  if (!isNamed && !/[\p{L}\p{N}]/u.test(streetNumber)) {
    const told = { code: 'place_number', values: { value: streetNumber } };
    add(
      'address.streetNumber',
      `'${streetNumber}' contains no digit or letter: write it as 12, 12 b or III`,
      told,
    );
  }
}

function checkCoordinates(
  { latitude, longitude }: LocationRow,
  { regionCode }: LocationCountry,
  add: AddFault,
): void {
  const fault = findCoordinatesError(regionCode, { latitude, longitude });
  if (fault === null) return;
  const place = `${latitude}, ${longitude} is not in ${regionCode}`;
  const isSwapped = fault === 'swapped';
  add('latitude', isSwapped ? `${place}: latitude and longitude are swapped` : place, {
    code: isSwapped ? 'place_coordinates_swapped' : 'place_coordinates',
    values: { value: `${latitude}, ${longitude}`, country: regionCode },
  });
}

function checkOpeningHours(
  { days, open, close }: OpeningSpan,
  index: number,
  all: readonly OpeningSpan[],
  add: AddFault,
): void {
  const weekdays = listWeekdays(days);
  const field = `openingHours.${index}`;
  if (weekdays.length === 0) {
    const told = { code: 'place_days', values: { value: days } };
    add(field, `${days} ends before it begins: a week begins with Mon`, told);
  }
  if (open >= close || close > '24:00') {
    add(
      field,
      `${open} to ${close} is not a valid time range: end after the beginning, at 24:00 at the latest`,
      {
        code: 'place_hours',
        values: { from: open, to: close },
      },
    );
  }
  const overlapped = all
    .slice(0, index)
    .find(
      (other) =>
        listWeekdays(other.days).some((day) => weekdays.includes(day)) &&
        open < other.close &&
        other.open < close,
    );
  if (overlapped) {
    add(
      field,
      `${days} ${open} to ${close} overlaps ${overlapped.days} ${overlapped.open} to ${overlapped.close}`,
      {
        code: 'place_hours_overlap',
        values: {
          hours: `${days} ${open}–${close}`,
          other: `${overlapped.days} ${overlapped.open}–${overlapped.close}`,
        },
      },
    );
  }
}

/** Returns true if a phone number has the stored form. */
const isStoredPhoneNumber = (
  text: string,
  { phonePrefix, phonePattern }: LocationCountry['formRules'],
): boolean =>
  matchesPattern(text, E164_PATTERN) && (!text.startsWith(phonePrefix) || matchesPattern(text, phonePattern));

function checkDealerContact(dealer: DealerRow, countries: readonly LocationCountry[], add: AddFault): void {
  const { countryId, phoneNumber, emailAddress, website } = dealer;
  const rules = countries.find((known) => known.countryId === countryId)?.formRules;
  if (rules && phoneNumber !== null && !isStoredPhoneNumber(phoneNumber, rules)) {
    const { phonePrefix, phonePattern } = rules;
    add(
      'phoneNumber',
      `'${phoneNumber}' is not a phone number of its country: write it with the country code, as ${phonePrefix}…; it must match ${phonePattern}`,
      { code: 'place_phone', values: { value: phoneNumber, prefix: phonePrefix } },
    );
  }
  if (emailAddress !== null && !isEmailAddress(emailAddress)) {
    add('emailAddress', `'${emailAddress}' is not an email address: write it as name@example.com`, {
      code: 'place_email',
      values: { value: emailAddress },
    });
  }
  if (website !== null && !URL.canParse(website)) {
    add('website', `'${website}' is not a website URL`, {
      code: 'place_website',
      values: { value: website },
    });
  }
}

const toLocationColumns = ({ name, countryId, address, latitude, longitude, openingHours }: LocationRow) => ({
  name,
  countryId,
  zipcode: address.zipcode,
  normalisedZipcode: normalisePostcode(address.zipcode),
  normalisedCity: normaliseTown(address.city),
  street: address.street,
  streetNumber: address.streetNumber,
  streetNumberAddition: address.streetNumberAddition,
  city: address.city,
  latitude,
  longitude,
  openingHours: openingHours.map(({ days, open, close }) => ({
    days: listWeekdays(days),
    from: open,
    to: close,
  })),
  isListed: true,
});

/** Returns the `parcel_shop` row of a checked entry. */
export const toParcelShopRecord = (row: PickupPointRow) => ({
  parcelShopId: row.parcelShopId,
  ...toLocationColumns(row),
  maxParcelWeightGrams: Math.round(row.maxParcelWeightKg * 1000),
});

/** Returns the `dealer` row of a checked entry. */
export const toDealerRecord = (row: DealerRow) => ({
  dealerId: row.dealerId,
  ...toLocationColumns(row),
  phoneNumber: row.phoneNumber,
  emailAddress: row.emailAddress,
  website: row.website,
  isPickupPoint: row.isPickupPoint,
  hasFullRange: row.hasFullRange,
  offersSampleDropOff: row.offersSampleDropOff,
});
