import Type from 'typebox';
import { Address } from './addresses.ts';
import type { ContractsOf } from './call-contract.ts';
import type { placePaths } from './paths/places.ts';
import { Id, Nullable } from './primitives.ts';
import { OpeningHours } from './sites.ts';

const Latitude = Type.Number({ minimum: -90, maximum: 90, description: 'Degrees (WGS 84)' });
const Longitude = Type.Number({ minimum: -180, maximum: 180, description: 'Degrees (WGS 84)' });

const Metres = Type.Integer({
  minimum: 0,
  description: 'Great-circle distance from the centre of the place that was asked for',
});

const placeFields = {
  name: Type.String(),
  address: Address,
  latitude: Latitude,
  longitude: Longitude,
  openingHours: Type.Array(OpeningHours),
};

/** Where the parcel service keeps a parcel until it is collected. */
export const ParcelShop = Type.Object({
  parcelShopId: Type.String(),
  ...placeFields,
  maxParcelWeightGrams: Type.Integer({ minimum: 1, description: 'Of one parcel' }),
  distanceMetres: Metres,
});
export type ParcelShop = Type.Static<typeof ParcelShop>;

/** A business that sells the shop's goods. */
export const Dealer = Type.Object({
  dealerId: Id,
  ...placeFields,
  phoneNumber: Nullable(
    Type.String({ description: 'With country code, in the groups in which its country writes it' }),
  ),
  emailAddress: Nullable(Type.String()),
  website: Nullable(Type.String({ description: 'Address that begins with https:// or http://' })),
  isPickupPoint: Type.Boolean({ description: 'Orders can be collected here' }),
  hasFullRange: Type.Boolean(),
  offersSampleDropOff: Type.Boolean({ description: 'Takes samples of roughage for the laboratory' }),
  distanceMetres: Nullable(Metres),
});
export type Dealer = Type.Static<typeof Dealer>;

/** A place, as its postcode or town or as the position that a device has told; the postcode or town counts where both are there. */
const placeQuery = {
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
        'One that the site delivers to. Left out: the zipcode is of the country of the site, what is found of any that it delivers to',
    }),
  ),
};

const onlyWhere = (description: string) => Type.Optional(Type.Literal(true, { description }));

export const placeCalls = {
  fetchParcelShops: {
    summary:
      'The parcel points within 40 km of a place, at most the 10 nearest; none where the place is unknown',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({
      ...placeQuery,
      weightGrams: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'Of the heaviest piece: points that it is too heavy for are left out',
        }),
      ),
    }),
    answer: Type.Array(ParcelShop, { description: 'The nearest first' }),
    refusals: [],
  },
  fetchDealers: {
    summary: 'The 10 dealers nearest to a place; without a place all of them',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({
      ...placeQuery,
      dealerId: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'This one, or none' }),
      ),
      isPickupPoint: onlyWhere('Only those where orders can be collected'),
      hasFullRange: onlyWhere('Only those with the full range'),
      offersSampleDropOff: onlyWhere('Only those that take samples'),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: 'Most that are told where no place is asked for',
        }),
      ),
    }),
    answer: Type.Array(Dealer, {
      description: 'The nearest first; without a place by town and name, in the alphabet of the language',
    }),
    refusals: [],
  },
} as const satisfies ContractsOf<typeof placePaths>;
