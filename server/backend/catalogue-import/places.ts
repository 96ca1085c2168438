import {
  checkDealers,
  checkParcelShops,
  type PlaceCountry,
  toDealerRecord,
  toParcelShopRecord,
} from '../modules/places/check-places.ts';
import type { IssueList } from './import-error.ts';
import type { ShopFiles } from './read-shop-files.ts';

type PlaceFiles = Pick<ShopFiles, 'countries' | 'pickupPoints' | 'dealers'>;

/**
 * Checks parcel shops and dealers: known country, coordinates in the country, local address format, valid
 * opening hours.
 */
export function checkPlaces(files: PlaceFiles, issues: IssueList): void {
  const countries: PlaceCountry[] = files.countries.map(
    ({ countryId, regionCode, postcode, phone, vatNumber }) => ({
      countryId,
      regionCode,
      formRules: {
        regionCode,
        postcodePattern: postcode.regex,
        postcodeExample: postcode.example,
        phonePrefix: phone.prefix,
        phonePattern: phone.regex,
        vatNumberPattern: vatNumber.regex,
        vatNumberExample: vatNumber.example,
      },
    }),
  );
  for (const { id, field, problem, told } of checkParcelShops(files.pickupPoints, countries))
    issues.add('pickup-points.json', `points.${id}`, field, problem, told);
  for (const { id, field, problem, told } of checkDealers(files.dealers, countries))
    issues.add('dealers.json', `dealers.${id}`, field, problem, told);
}

/** Creates the rows of `parcel_shop` and `dealer`. */
export const createPlaceRows = ({ pickupPoints, dealers }: PlaceFiles) => ({
  parcelShop: pickupPoints.map(toParcelShopRecord),
  dealer: dealers.map(toDealerRecord),
});
