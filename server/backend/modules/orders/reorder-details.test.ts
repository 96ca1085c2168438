import { describe, expect, it } from '@jest/globals';
import type { OrderDelivery } from '../../../../shared/contract/orders.ts';
import { createReorderDetails } from './reorder-details.ts';

const address = {
  street: 'Haverweg',
  streetNumber: '1',
  streetNumberAddition: '',
  zipcode: '7311 AA',
  city: 'Apeldoorn',
  countryId: 1,
};
const billing = {
  firstName: 'Marit',
  lastName: 'de Vries',
  phoneNumber: '',
  emailAddress: 'marit@example.com',
  address,
};
const other = { ...address, zipcode: '6811 KM', city: 'Arnhem' };
const own = { firstName: 'Marit', lastName: 'de Vries', address: null };

const create = (
  delivery: Pick<OrderDelivery, 'kind'> & Partial<OrderDelivery>,
  points: { dealerId?: number; parcelShopId?: string } = {},
  isPickupLocationOpen = true,
) =>
  createReorderDetails(
    {
      billing,
      delivery: { name: null, address: null, deliveryTimeDays: '1-2', ...delivery },
      dealerId: null,
      parcelShopId: null,
      paymentMethodId: 3,
      issuer: 'bank-1',
      ...points,
    },
    isPickupLocationOpen,
  );

describe('createReorderDetails', () => {
  it.each<[string, ReturnType<typeof create>, object]>([
    ['the billing address', create({ kind: 'home' }), { shipping: { shippingMethod: 0, ...own } }],
    [
      'another address, with the first word of its name as first name',
      create({ kind: 'address', name: 'Jan de Boer', address: other }),
      {
        shipping: { shippingMethod: 0, ...own },
        alternativeShippingAddress: { firstName: 'Jan', lastName: 'de Boer', address: other },
      },
    ],
    [
      'a parcel point',
      create({ kind: 'parcelShop', name: 'Kiosk', address: other }, { parcelShopId: 'nl-1' }),
      {
        shipping: { shippingMethod: 1, ...own },
        parcelShopId: 'nl-1',
        parcelShopZipcodeOrCity: '6811 KM',
      },
    ],
    [
      'a dealer',
      create({ kind: 'dealer', name: 'Dealer', address: other }, { dealerId: 7 }),
      { shipping: { shippingMethod: 0, ...own }, dealerId: 7 },
    ],
    [
      'an open delivery step if the parcel shop no longer exists',
      create({ kind: 'parcelShop', name: 'Kiosk', address: other }, { parcelShopId: 'nl-1' }, false),
      { shipping: { shippingMethod: 1, ...own } },
    ],
    [
      'an open delivery step if the dealer no longer offers pickup',
      create({ kind: 'dealer', name: 'Dealer', address: other }, { dealerId: 7 }, false),
      { shipping: { shippingMethod: 1, ...own } },
    ],
    ['no delivery for digital goods', create({ kind: 'none' }), {}],
    ['no delivery for kits sent by post', create({ kind: 'letter', address }), {}],
  ])('returns %s', (_case, details, delivery) => {
    expect(details).toEqual({ billing, paymentMethodId: 3, issuer: 'bank-1', ...delivery });
  });
});
