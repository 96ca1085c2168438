import Type from 'typebox';
import { Address } from './addresses.ts';
import type { ContractsOf } from './call-contract.ts';
import type { locationPaths } from './paths/locations.ts';
import { Id, Nullable } from './primitives.ts';
import { OpeningHours } from './sites.ts';

const Latitude = Type.Number({ minimum: -90, maximum: 90, description: 'Degrees (WGS 84)' });
const Longitude = Type.Number({ minimum: -180, maximum: 180, description: 'Degrees (WGS 84)' });

const Metres = Type.Integer({
  minimum: 0,
  description: 'Great-circle distance from the centre of the requested location',
});

const locationFields = {
  name: Type.String(),
  address: Address,
  latitude: Latitude,
  longitude: Longitude,
  openingHours: Type.Array(OpeningHours),
};

/** A parcel shop, where a parcel is held until it is collected. */
export const ParcelShop = Type.Object({
  parcelShopId: Type.String(),
  ...locationFields,
  maxParcelWeightGrams: Type.Integer({ minimum: 1, description: 'Maximum weight of one parcel' }),
  distanceMetres: Metres,
});
export type ParcelShop = Type.Static<typeof ParcelShop>;

/** A dealer, which sells the shop's products. */
export const Dealer = Type.Object({
  dealerId: Id,
  ...locationFields,
  phoneNumber: Nullable(Type.String({ description: 'With country code, grouped as usual in its country' })),
  emailAddress: Nullable(Type.String()),
  website: Nullable(Type.String({ description: 'URL that starts with https:// or http://' })),
  isPickupPoint: Type.Boolean({ description: 'Whether orders can be collected here' }),
  hasFullRange: Type.Boolean(),
  offersSampleDropOff: Type.Boolean({
    description: 'Whether it accepts roughage samples for the laboratory',
  }),
  distanceMetres: Nullable(Metres),
});
export type Dealer = Type.Static<typeof Dealer>;

/** A location: a postcode or town, or the position of a device. The postcode or town takes precedence. */
const locationQueryFields = {
  zipcode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'A postcode, a town, or both',
    }),
  ),
  latitude: Type.Optional(Latitude),
  longitude: Type.Optional(Longitude),
  countryId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description:
        'A country that the site delivers to. If omitted, the postcode is looked up in the country of the site, and results may be in any country that it delivers to.',
    }),
  ),
};

const optionalFlag = (description: string) => Type.Optional(Type.Literal(true, { description }));

export const locationCalls = {
  fetchParcelShops: {
    summary:
      'Lists the parcel shops within 40 km of a location, at most the 10 nearest; empty if the location is unknown',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({
      ...locationQueryFields,
      weightGrams: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'Weight of the heaviest piece; parcel shops that do not accept it are omitted',
        }),
      ),
    }),
    answer: Type.Array(ParcelShop, { description: 'Nearest first' }),
    refusals: [],
  },
  fetchDealers: {
    summary: 'Lists the 10 dealers nearest to a location, or all dealers without a location',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({
      ...locationQueryFields,
      dealerId: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_147_483_647,
          description: 'Returns only this dealer, if it exists',
        }),
      ),
      isPickupPoint: optionalFlag('Only those where orders can be collected'),
      hasFullRange: optionalFlag('Only those with the full range'),
      offersSampleDropOff: optionalFlag('Only those that take samples'),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: 'Maximum number of dealers if no location is given',
        }),
      ),
    }),
    answer: Type.Array(Dealer, {
      description:
        'Nearest first; without a location sorted by town and name, in the alphabet of the language',
    }),
    refusals: [],
  },
} as const satisfies ContractsOf<typeof locationPaths>;
