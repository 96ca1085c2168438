import { isEmailAddress } from '../../../shared/rules/email-address.ts';
import { normalisePostcode, normaliseTown } from '../../../shared/rules/places.ts';
import type { IssueList } from './import-error.ts';
import type { ShopFiles } from './read-shop-files.ts';
import type { DealerRow, PickupPointRow } from './shop-file-schemas.ts';

type PlaceRow = PickupPointRow | DealerRow;
type Span = PlaceRow['openingHours'][number];
type Add = (field: string, problem: string) => void;

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** ISO weekdays of `Sat` or `Mon-Fri`; none where the last comes before the first. */
function listWeekdays(days: string): number[] {
  const [first = '', last = first] = days.split('-');
  const [from, to] = [WEEKDAYS.indexOf(first) + 1, WEEKDAYS.indexOf(last) + 1];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Parcel points and dealers are in countries that the shop knows, written as these write addresses, and open at times that there are. */
export function checkPlaces(files: ShopFiles, issues: IssueList): void {
  for (const point of files.pickupPoints) {
    const add: Add = (field, problem) =>
      issues.add('pickup-points.json', `points.${point.parcelShopId}`, field, problem);
    checkPlace(files, point, add);
  }
  for (const dealer of files.dealers) {
    const add: Add = (field, problem) =>
      issues.add('dealers.json', `dealers.${dealer.dealerId}`, field, problem);
    checkPlace(files, dealer, add);
    checkReach(files, dealer, add);
  }
}

/** Whether a text is as a country says; true where its expression is none, which is a fault of countries.json. */
function isLike(text: string, regex: string): boolean {
  try {
    return new RegExp(regex).test(text);
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

function checkPlace(files: ShopFiles, { countryId, address, openingHours }: PlaceRow, add: Add): void {
  const country = files.countries.find((row) => row.countryId === countryId);
  if (!country) add('countryId', `country ${countryId} is not in countries.json`);
  else if (!isLike(address.zipcode, country.postcode.regex)) {
    add(
      'address.zipcode',
      `'${address.zipcode}' is no postcode of ${country.regionCode}: write it as ${country.postcode.example}`,
    );
  }
  if (address.countryId !== countryId) {
    add('address.countryId', `is ${address.countryId}, but the countryId of the row is ${countryId}`);
  }
  if (normaliseTown(address.city) === '')
    add('address.city', `'${address.city}' has no letter to be found by`);
  for (const [index, span] of openingHours.entries()) checkSpan(span, index, openingHours, add);
}

function checkSpan({ days, open, close }: Span, index: number, all: readonly Span[], add: Add): void {
  const weekdays = listWeekdays(days);
  const field = `openingHours.${index}`;
  if (weekdays.length === 0) add(field, `${days} ends before it begins: a week begins with Mon`);
  if (open >= close || close > '24:00') {
    add(field, `${open} to ${close} is no time of a day: end after the beginning, at 24:00 at the latest`);
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
    );
  }
}

/** Phone number, e-mail address and website lead to somebody. */
function checkReach(files: ShopFiles, dealer: DealerRow, add: Add): void {
  const { countryId, phoneNumber, emailAddress, website } = dealer;
  const phone = files.countries.find((row) => row.countryId === countryId)?.phone;
  if (phone && phoneNumber?.startsWith(phone.prefix) && !isLike(phoneNumber, phone.regex)) {
    add('phoneNumber', `'${phoneNumber}' is no number of its country: it must match ${phone.regex}`);
  }
  if (emailAddress !== null && !isEmailAddress(emailAddress)) {
    add('emailAddress', `'${emailAddress}' is no e-mail address`);
  }
  if (website !== null && !URL.canParse(website)) add('website', `'${website}' is no address of a website`);
}

/** Rows of `parcel_shop` and `dealer`. */
export function createPlaceRows({ pickupPoints, dealers }: ShopFiles) {
  const toPlace = ({ name, countryId, address, latitude, longitude, openingHours }: PlaceRow) => ({
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
  return {
    parcelShop: pickupPoints.map((point) => ({
      parcelShopId: point.parcelShopId,
      ...toPlace(point),
      maxParcelWeightGrams: Math.round(point.maxParcelWeightKg * 1000),
    })),
    dealer: dealers.map((row) => ({
      dealerId: row.dealerId,
      ...toPlace(row),
      phoneNumber: row.phoneNumber,
      emailAddress: row.emailAddress,
      website: row.website,
      isPickupPoint: row.isPickupPoint,
      hasFullRange: row.hasFullRange,
      offersSampleDropOff: row.offersSampleDropOff,
    })),
  };
}
