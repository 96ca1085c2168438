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
const otherAddress = { ...address, zipcode: '6811 KM', city: 'Arnhem' };
const accountDetails = { firstName: 'Marit', lastName: 'de Vries', address: null };

const createDetails = (
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
  it.each<[string, ReturnType<typeof createDetails>, object]>([
    [
      'the billing address',
      createDetails({ kind: 'home' }),
      { shipping: { shippingMethod: 0, ...accountDetails } },
    ],
    [
      'another address, with the first word of its name as first name',
      createDetails({ kind: 'address', name: 'Jan de Boer', address: otherAddress }),
      {
        shipping: { shippingMethod: 0, ...accountDetails },
        alternativeShippingAddress: { firstName: 'Jan', lastName: 'de Boer', address: otherAddress },
      },
    ],
    [
      'a parcel point',
      createDetails({ kind: 'parcelShop', name: 'Kiosk', address: otherAddress }, { parcelShopId: 'nl-1' }),
      {
        shipping: { shippingMethod: 1, ...accountDetails },
        parcelShopId: 'nl-1',
        parcelShopZipcodeOrCity: '6811 KM',
      },
    ],
    [
      'a dealer',
      createDetails({ kind: 'dealer', name: 'Dealer', address: otherAddress }, { dealerId: 7 }),
      { shipping: { shippingMethod: 0, ...accountDetails }, dealerId: 7 },
    ],
    [
      'an open delivery step if the parcel shop no longer exists',
      createDetails(
        { kind: 'parcelShop', name: 'Kiosk', address: otherAddress },
        { parcelShopId: 'nl-1' },
        false,
      ),
      { shipping: { shippingMethod: 1, ...accountDetails } },
    ],
    [
      'an open delivery step if the dealer no longer offers pickup',
      createDetails({ kind: 'dealer', name: 'Dealer', address: otherAddress }, { dealerId: 7 }, false),
      { shipping: { shippingMethod: 1, ...accountDetails } },
    ],
    ['no delivery for digital goods', createDetails({ kind: 'none' }), {}],
    ['no delivery for kits sent by post', createDetails({ kind: 'letter', address }), {}],
  ])('returns %s', (_case, details, delivery) => {
    expect(details).toEqual({ billing, paymentMethodId: 3, issuer: 'bank-1', ...delivery });
  });
});
