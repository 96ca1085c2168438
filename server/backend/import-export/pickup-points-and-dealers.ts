import {
  checkDealers,
  checkParcelShops,
  type LocationCountry,
  toDealerRecord,
  toParcelShopRecord,
} from '../content/locations/check-locations.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';

type LocationFiles = Pick<ShopFiles, 'countries' | 'pickupPoints' | 'dealers'>;

/**
 * Checks parcel shops and dealers: known country, coordinates in the country, local address format, valid
 * opening hours.
 */
export function checkLocations(files: LocationFiles, issues: IssueList): void {
  const countries: LocationCountry[] = files.countries.map(
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
  for (const { id, field, problem, detail: told } of checkParcelShops(files.pickupPoints, countries))
    issues.add('pickup-points.json', `points.${id}`, field, problem, told);
  for (const { id, field, problem, detail: told } of checkDealers(files.dealers, countries))
    issues.add('dealers.json', `dealers.${id}`, field, problem, told);
}

/** Creates the rows of `parcel_shop` and `dealer`. */
export const createLocationRows = ({ pickupPoints, dealers }: LocationFiles) => ({
  parcelShop: pickupPoints.map(toParcelShopRecord),
  dealer: dealers.map(toDealerRecord),
});
