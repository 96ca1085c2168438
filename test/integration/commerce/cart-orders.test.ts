import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { Client } from 'pg';
import { cartCommand } from '../../../server/backend/commerce/carts/cart-command.ts';
import { hashToken } from '../../../server/backend/core/security/token.ts';
import {
  auditEntry,
  cart,
  cartAccess,
  cartHandover,
  cartImpersonation,
  cartProduct,
  cartSample,
  mailCampaignVisit,
  parcelShop,
  promotion,
  promotionSite,
} from '../../../server/backend/schema/schema.ts';
import type { CalculatedCart2 } from '../../../shared/contract/cart-calculations.ts';
import type { Cart, CartDifference } from '../../../shared/contract/carts.ts';
import type { CallName } from '../../../shared/contract/paths.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import {
  belgianShopHeaders,
  createBackendCaller,
  dutchShopHeaders,
  type LooseInput,
} from '../../fixtures/call-backend.ts';
import { callInputs, RQS, VARIANT } from '../../fixtures/call-inputs.ts';
import { getDatabaseServerUrl } from '../../fixtures/database-server.ts';
import { dumpTables } from '../../fixtures/dump-tables.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { SAMPLE_DATA_FOLDER } from '../../fixtures/sample-database.ts';

type ShopHeaders = Readonly<Record<string, string>>;

/**
 * Variants of a box of herbs, a gift card, and a bag of 15.35 kg with its packaging; `VARIANT` weighs 20.45
 * kg.
 */
const [HERBS_VARIANT_ID, GIFT_CARD_VARIANT_ID, LIGHT_BAG] = [1063, 1084, 1002];

/** A shop that delivers to each country, in one of its languages: the Dutch shop and ten others. */
const shopHeadersByCountry: Readonly<Record<string, ShopHeaders>> = {
  NL: dutchShopHeaders,
  BE: belgianShopHeaders,
  LU: belgianShopHeaders,
  DK: { siteid: '3', languageid: '4' },
  GB: { siteid: '4', languageid: '4' },
  IE: { siteid: '4', languageid: '4' },
  FR: { siteid: '4', languageid: '4' },
  FI: { siteid: '4', languageid: '4' },
  IT: { siteid: '5', languageid: '4' },
  PT: { siteid: '6', languageid: '4' },
  ES: { siteid: '7', languageid: '4' },
  SE: { siteid: '8', languageid: '4' },
  EE: { siteid: '9', languageid: '4' },
  DE: { siteid: '10', languageid: '2' },
  AT: { siteid: '11', languageid: '2' },
};
const ukShopHeaders = shopHeadersByCountry.GB!;
const austrianShopHeaders = shopHeadersByCountry.AT!;

interface CountryRow {
  readonly countryId: number;
  readonly regionCode: string;
  readonly postcode: { readonly example: string };
  readonly vatNumber: { readonly example: string };
}
const { countries }: { countries: readonly CountryRow[] } = JSON.parse(
  readFileSync(path.join(SAMPLE_DATA_FOLDER, 'countries.json'), 'utf8'),
);
const [NL, DE, BE, FR, LU, GB] = [1, 2, 4, 14, 13, 11];

let backend: BackendFixture;
let ownDatabaseUrl: URL | undefined;
const { call, openCart, openImpersonation } = createBackendCaller(() => backend);

beforeAll(async () => {
  const reach = (url: URL) => {
    ownDatabaseUrl = url;
    return url;
  };
  backend = await openBackendFixture({ database: { reach } });
});

afterAll(() => backend?.close());

beforeEach(() => backend.setNow(FIXTURE_NOW));

const addToFixtureTime = (ms: number) => new Date(FIXTURE_NOW.getTime() + ms);
const fetchCart = async (id: string, shop: ShopHeaders = dutchShopHeaders): Promise<Cart> => {
  const { status, body } = await call('fetchCart', { params: { id } }, shop);
  expect(status).toBe(200);
  return body;
};
const calculateCart = async (id: string, shop: ShopHeaders = dutchShopHeaders): Promise<CalculatedCart2> =>
  (await call('calculateCart2', { params: { id } }, shop)).body;

const createRefusalResponse = (status: number, code: string) => ({
  status,
  body: { type: `urn:problem:${code}`, status, code },
});
const notFound = createRefusalResponse(404, 'not_found');
const invalid = (...errors: readonly (readonly [field: string, code: string])[]) => ({
  status: 400,
  body: {
    code: 'validation_failed',
    errors: errors.map(([field, code]) => expect.objectContaining({ field, code })),
  },
});
const noContentResponse = { status: 204, text: '' };

/**
 * A phone number of each country in local grouping, from numbering ranges for use in fiction if there are
 * any.
 */
const phoneNumbers: Readonly<Record<string, string>> = {
  NL: '+31 88 000 00 10',
  DE: '+49 30 23125 010',
  DK: '+45 70 00 00 10',
  BE: '+32 78 00 00 10',
  AT: '+43 1 000 00 10',
  SE: '+46 8 465 004 10',
  IT: '+39 02 0000 0010',
  ES: '+34 900 000 010',
  PT: '+351 300 000 010',
  EE: '+372 600 0010',
  GB: '+44 20 7946 0010',
  IE: '+353 20 910 0010',
  LU: '+352 20 00 00 10',
  FR: '+33 1 99 00 00 10',
  FI: '+358 9 000 0010',
};

const dutchAddress = callInputs.setBilling.body.address;
const personName = { firstName: 'Marit', lastName: 'de Vries' };
const createAddressIn = (countryId: number) => ({
  ...dutchAddress,
  countryId,
  zipcode: countries.find((country) => country.countryId === countryId)!.postcode.example,
});
const createBillingIn = (countryId: number) => ({
  ...personName,
  phoneNumber: phoneNumbers[countries.find((country) => country.countryId === countryId)!.regionCode]!,
  emailAddress: 'marit@stal.example',
  address: createAddressIn(countryId),
});
const setBilling = (id: string, body: object, shop: ShopHeaders = dutchShopHeaders) =>
  call('setBilling', { params: { id }, body }, shop);
const setShipping = (id: string, body: object, shop: ShopHeaders = dutchShopHeaders) =>
  call(
    'setShipping',
    { params: { id }, body: { shippingMethod: 0, ...personName, address: null, ...body } },
    shop,
  );
const setAlternativeAddress = (id: string, typed: unknown, shop: ShopHeaders = dutchShopHeaders) =>
  call(
    'setAlternativeShipping',
    {
      params: { id },
      query: { alternativeShippingAddress: typeof typed === 'string' ? typed : JSON.stringify(typed) },
    },
    shop,
  );
const setDealer = (id: string, dealerId: number, shop: ShopHeaders = dutchShopHeaders) =>
  call('setDealer', { params: { id }, query: { dealerId } }, shop);
const setParcelShop = (
  id: string,
  parcelShopId: string,
  shop: ShopHeaders = dutchShopHeaders,
  place = 'Apeldoorn',
) => call('setParcelShop', { params: { id }, query: { parcelShopId, parcelShopZipcodeOrCity: place } }, shop);
const setPayment = (id: string, body: object, shop: ShopHeaders = dutchShopHeaders) =>
  call('setPayment', { params: { id }, body }, shop);

describe('the billing address', () => {
  it('is normalised, stored and returned with the cart', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const typed = {
      firstName: '  Marit ',
      lastName: 'de \t Vries',
      phoneNumber: '(06) 12-34 56.78',
      emailAddress: ' Marit@Stal.Example ',
      address: {
        ...dutchAddress,
        zipcode: ' 7311 kz',
        street: 'Haver\u0007straat',
        streetNumberAddition: ' ',
      },
      companyName: 'Stal <De Linde>',
      vatNumber: 'nl 0012.34560-b01',
    };
    expect(await setBilling(id, typed)).toMatchObject(noContentResponse);
    const { billing, shipping, alternativeShippingAddress } = await fetchCart(id);
    expect({ ...billing, emailAddress: billing?.emailAddress.toLowerCase() }).toEqual({
      firstName: 'Marit',
      lastName: 'de Vries',
      phoneNumber: '+31612345678',
      emailAddress: 'marit@stal.example',
      address: { ...dutchAddress, zipcode: '7311 KZ', street: 'Haverstraat', streetNumberAddition: null },
      companyName: 'Stal <De Linde>',
      vatNumber: 'NL001234560B01',
    });
    expect([shipping, alternativeShippingAddress]).toEqual([null, null]);
  });

  it.each(countries.map((country) => [country.regionCode, country] as const))(
    'accepts the postcode, phone number and VAT number of %s only',
    async (regionCode, { countryId, vatNumber }) => {
      const phoneNumber = phoneNumbers[regionCode]!;
      const shop = shopHeadersByCountry[regionCode]!;
      const id = await openCart([[VARIANT, 1]], shop);
      const billing = { ...createBillingIn(countryId), vatNumber: vatNumber.example };
      expect(await setBilling(id, billing, shop)).toMatchObject(noContentResponse);
      const cart = await fetchCart(id, shop);
      expect(cart.billing).toMatchObject({
        phoneNumber: phoneNumber.replaceAll(' ', ''),
        vatNumber: vatNumber.example,
        address: createAddressIn(countryId),
      });
      const prefix = phoneNumber.split(' ')[0]!;
      const foreign = regionCode === 'DE' ? 'NL000000000B00' : 'DE000000000';
      for (const [change, field] of [
        [{ address: { ...billing.address, zipcode: '12' } }, 'address.zipcode'],
        [{ address: { ...billing.address, zipcode: `${billing.address.zipcode}9` } }, 'address.zipcode'],
        [{ phoneNumber: `${prefix} 12` }, 'phoneNumber'],
        [{ phoneNumber: `${prefix} 12 letters` }, 'phoneNumber'],
        [{ vatNumber: foreign }, 'vatNumber'],
        [{ vatNumber: `${vatNumber.example}99` }, 'vatNumber'],
      ] as const) {
        expect(await setBilling(id, { ...billing, ...change }, shop)).toMatchObject(
          invalid([field, 'format']),
        );
      }
      expect(await fetchCart(id, shop)).toEqual(cart);
    },
  );

  it('accepts common spellings, with the name of a house instead of its number', async () => {
    const shop = shopHeadersByCountry.GB!;
    const id = await openCart([[VARIANT, 1]], shop);
    const typed = {
      ...personName,
      phoneNumber: '+44 ( 0 ) 7400 123456',
      emailAddress: '\u200bMarit@Stal.example\u202c',
      vatNumber: '980 7806 84',
      address: {
        zipcode: 'gb-cb87nr',
        street: 'Church Lane',
        streetNumber: 'The Old Rectory',
        streetNumberAddition: null,
        city: 'Newmarket',
        countryId: GB,
      },
    };
    expect(await setBilling(id, typed, shop)).toMatchObject(noContentResponse);
    expect((await fetchCart(id, shop)).billing).toMatchObject({
      phoneNumber: '+447400123456',
      emailAddress: 'marit@stal.example',
      vatNumber: 'GB980780684',
      address: { zipcode: 'CB8 7NR', streetNumber: 'The Old Rectory' },
    });
    const unnumbered = { ...typed.address, street: 'The Old Rectory', streetNumber: '' };
    expect(await setBilling(id, { ...typed, address: unnumbered }, shop)).toMatchObject(noContentResponse);
    expect((await fetchCart(id, shop)).billing?.address).toMatchObject({
      street: 'The Old Rectory',
      streetNumber: '',
    });
  });

  it('is tested for every country of delivery', () => {
    expect(Object.keys(shopHeadersByCountry).sort()).toEqual(
      countries.map(({ regionCode }) => regionCode).sort(),
    );
  });

  it('reports every missing field, in the order of the form', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const nothing = {
      firstName: ' ',
      lastName: '',
      phoneNumber: '\u200b',
      emailAddress: '',
      address: { ...dutchAddress, zipcode: '', street: '', streetNumber: '', city: '\u0007' },
    };
    expect(await setBilling(id, nothing)).toMatchObject(
      invalid(
        ['firstName', 'required'],
        ['lastName', 'required'],
        ['emailAddress', 'required'],
        ['phoneNumber', 'required'],
        ['address.zipcode', 'required'],
        ['address.street', 'required'],
        ['address.streetNumber', 'required'],
        ['address.city', 'required'],
      ),
    );
    expect((await fetchCart(id)).billing).toBeNull();
  });

  it.each([
    ['firstName', 50],
    ['lastName', 50],
    ['companyName', 100],
    ['address.street', 100],
    ['address.streetNumber', 40],
    ['address.streetNumberAddition', 20],
    ['address.city', 80],
  ])('limits %s to %i characters', async (field, most) => {
    const id = await openCart();
    const typed = (length: number) => {
      const [part, name] = field.split('.');
      // Counts characters: each of these has two UTF-16 units.
      const value = '𝒙'.repeat(length);
      const billing = callInputs.setBilling.body;
      return name
        ? { ...billing, address: { ...billing.address, [name]: value } }
        : { ...billing, [part!]: value };
    };
    expect(await setBilling(id, typed(most))).toMatchObject(noContentResponse);
    expect(await setBilling(id, typed(most + 1))).toMatchObject(invalid([field, 'maxLength']));
  });

  it.each([
    ['emailAddress', `${'m'.repeat(250)}@stal.example`],
    ['phoneNumber', `+31${'6'.repeat(28)}`],
    ['vatNumber', `NL${'0'.repeat(19)}`],
    ['address.zipcode', '7311 KZ 7311 KZ'],
  ])('refuses a %s that is too long', async (field, value) => {
    const id = await openCart();
    const billing = callInputs.setBilling.body;
    const [part, name] = field.split('.');
    const typed = name
      ? { ...billing, address: { ...billing.address, [name]: value } }
      : { ...billing, [part!]: value };
    expect(await setBilling(id, typed)).toMatchObject(invalid([field, 'maxLength']));
  });

  it.each(['marit', 'marit@', '@stal.example', 'marit@stal', 'a b@stal.example', 'a@b@stal.example'])(
    'refuses the email address %s',
    async (emailAddress) => {
      const id = await openCart();
      expect(await setBilling(id, { ...callInputs.setBilling.body, emailAddress })).toMatchObject(
        invalid(['emailAddress', 'format']),
      );
    },
  );

  it('refuses an unknown country', async () => {
    const id = await openCart();
    const address = { ...dutchAddress, countryId: 99 };
    const refused = invalid(['address.countryId', 'unknown']);
    expect(await setBilling(id, { ...callInputs.setBilling.body, address })).toMatchObject(refused);
    expect(await setShipping(id, { address })).toMatchObject(refused);
    expect(await setAlternativeAddress(id, { ...personName, address })).toMatchObject(refused);
  });

  it.each([
    ['required for a parcel', [VARIANT, RQS], false],
    [
      'not required for tests and gift cards, which are sent by post and by mail',
      [RQS, GIFT_CARD_VARIANT_ID],
      true,
    ],
    ['not required for tests', [RQS], true],
  ])('requires a phone number for some products: %s', async (_what, variants, isFine) => {
    const id = await openCart(variants.map((variant) => [variant, 1] as const));
    expect(await setBilling(id, { ...callInputs.setBilling.body, phoneNumber: '' })).toMatchObject(
      isFine ? noContentResponse : invalid(['phoneNumber', 'required']),
    );
    // If a phone number is entered, it has to be valid.
    expect(await setBilling(id, { ...callInputs.setBilling.body, phoneNumber: '12' })).toMatchObject(
      invalid(['phoneNumber', 'format']),
    );
  });
});

describe('the destination of a cart', () => {
  const onlyDutch = createRefusalResponse(409, 'dutch_addresses_on_dutch_site_only');
  const notDelivered = createRefusalResponse(409, 'country_not_delivered');

  it.each(Object.entries(shopHeadersByCountry).filter(([region]) => region !== 'NL'))(
    'cannot be in the Netherlands in the shop of %s, in whichever address',
    async (_region, shop) => {
      const id = await openCart([[LIGHT_BAG, 1]], shop);
      const before = await fetchCart(id, shop);
      expect(await setBilling(id, createBillingIn(NL), shop)).toMatchObject(onlyDutch);
      expect(await setShipping(id, { address: createAddressIn(NL) }, shop)).toMatchObject(onlyDutch);
      expect(
        await setAlternativeAddress(id, { ...personName, address: createAddressIn(NL) }, shop),
      ).toMatchObject(onlyDutch);
      expect(await setDealer(id, 1, shop)).toMatchObject(onlyDutch);
      expect(await fetchCart(id, shop)).toEqual(before);
    },
  );

  it('cannot be a Dutch parcel shop in another shop', async () => {
    const id = await openCart([[LIGHT_BAG, 1]], belgianShopHeaders);
    expect(await setParcelShop(id, 'NL10001', belgianShopHeaders)).toMatchObject(onlyDutch);
  });

  it('is a country of the shop', async () => {
    const dutch = await openCart([[LIGHT_BAG, 1]]);
    expect(await setBilling(dutch, createBillingIn(DE))).toMatchObject(notDelivered);
    expect(await setShipping(dutch, { address: createAddressIn(BE) })).toMatchObject(notDelivered);
    expect(await setDealer(dutch, 16)).toMatchObject(notDelivered);
    expect(await setParcelShop(dutch, 'DE10001')).toMatchObject(notDelivered);
    expect(await fetchCart(dutch)).toMatchObject({
      billing: null,
      shipping: null,
      dealerId: null,
      parcelShopId: null,
    });
    const belgian = await openCart([[VARIANT, 1]], belgianShopHeaders);
    expect(await setBilling(belgian, createBillingIn(FR), belgianShopHeaders)).toMatchObject(notDelivered);
    expect(await setBilling(belgian, createBillingIn(LU), belgianShopHeaders)).toMatchObject(
      noContentResponse,
    );
    expect(await setBilling(belgian, createBillingIn(BE), belgianShopHeaders)).toMatchObject(
      noContentResponse,
    );
  });

  it('of roughage tests is the billing address, because kits are sent by post', async () => {
    const id = await openCart([[RQS, 1]], belgianShopHeaders);
    expect(await setBilling(id, createBillingIn(NL), belgianShopHeaders)).toMatchObject(onlyDutch);
    expect(await setBilling(id, createBillingIn(FR), belgianShopHeaders)).toMatchObject(notDelivered);
    // A delivery address is for parcels only: the kit is sent to the billing address.
    const other = { ...personName, address: createAddressIn(BE) };
    expect(await setAlternativeAddress(id, other, belgianShopHeaders)).toMatchObject(noContentResponse);
    expect(await setBilling(id, createBillingIn(NL), belgianShopHeaders)).toMatchObject(onlyDutch);
  });

  it('of gift cards is not checked, because they are sent by email', async () => {
    const id = await openCart([[GIFT_CARD_VARIANT_ID, 1]]);
    expect(await setBilling(id, createBillingIn(DE))).toMatchObject(noContentResponse);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['the shipping address', (id) => setShipping(id, { address: createAddressIn(NL) })],
    [
      'the other delivery address',
      (id) => setAlternativeAddress(id, { ...personName, address: createAddressIn(NL) }),
    ],
    ['a dealer', (id) => setDealer(id, 1)],
    ['a parcel point', (id) => setParcelShop(id, 'NL10001')],
  ])('is that of %s rather than the billing address', async (_what, choose) => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    expect(await choose(id)).toMatchObject(noContentResponse);
    expect(await setBilling(id, createBillingIn(DE))).toMatchObject(noContentResponse);
    expect((await fetchCart(id)).billing?.address.countryId).toBe(DE);
  });

  it('is another delivery address rather than the shipping address', async () => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    await setShipping(id, { address: createAddressIn(NL) });
    expect(await setAlternativeAddress(id, { ...personName, address: createAddressIn(DE) })).toMatchObject(
      notDelivered,
    );
    await setAlternativeAddress(id, { ...personName, address: createAddressIn(NL) });
    expect(await setShipping(id, { address: createAddressIn(DE) })).toMatchObject(noContentResponse);
    // Without the other address, the parcel would be sent to Germany.
    expect(await setAlternativeAddress(id, '')).toMatchObject(notDelivered);
    expect((await fetchCart(id)).alternativeShippingAddress?.address.countryId).toBe(NL);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['a dealer', (id) => setDealer(id, 1)],
    ['a parcel point', (id) => setParcelShop(id, 'NL10001')],
  ])('is that of %s rather than any address', async (_what, choose) => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    await choose(id);
    expect(await setAlternativeAddress(id, { ...personName, address: createAddressIn(DE) })).toMatchObject(
      noContentResponse,
    );
    // Home delivery replaces the parcel shop, so the other address counts.
    expect(await setShipping(id, {})).toMatchObject(notDelivered);
  });
});

describe('the delivery option', () => {
  const ways = {
    dealer: {
      choose: (id: string) => setDealer(id, 1),
      chosen: {
        dealerId: 1,
        parcelShopId: null,
        parcelShopZipcodeOrCity: null,
        shipping: { shippingMethod: 0 },
      },
      costs: 0,
    },
    parcelShop: {
      choose: (id: string) => setParcelShop(id, 'NL10001', dutchShopHeaders, ' 7311  KZ '),
      chosen: {
        dealerId: null,
        parcelShopId: 'NL10001',
        parcelShopZipcodeOrCity: '7311 KZ',
        shipping: { shippingMethod: 1 },
      },
      costs: 495,
    },
    home: {
      choose: (id: string) => setShipping(id, {}),
      chosen: {
        dealerId: null,
        parcelShopId: null,
        parcelShopZipcodeOrCity: null,
        shipping: { shippingMethod: 0, ...personName, address: null },
      },
      costs: 695,
    },
  };
  type Way = keyof typeof ways;
  const names = Object.keys(ways) as Way[];
  const orders = names.flatMap((first) =>
    names.filter((second) => second !== first).map((second) => [first, second] as const),
  );

  it.each(orders)('is the last choice: %s, then %s', async (first, second) => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    for (const name of [first, second]) {
      const { choose, chosen, costs } = ways[name];
      expect(await choose(id)).toMatchObject(noContentResponse);
      expect(await fetchCart(id)).toMatchObject(chosen);
      expect(await calculateCart(id)).toMatchObject({ originalShippingCosts: costs, shippingCosts: costs });
    }
  });

  it('contains name and address of a pickup location only while that is listed', async () => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    expect(await fetchCart(id)).not.toHaveProperty('pickupPlace');
    for (const choose of [ways.dealer.choose, ways.parcelShop.choose]) {
      await choose(id);
      const { pickupPlace } = await fetchCart(id);
      expect(pickupPlace).toMatchObject({ name: expect.any(String), address: { countryId: NL } });
    }
    const isPoint = eq(parcelShop.parcelShopId, 'NL10001');
    const [point] = await backend.database.select().from(parcelShop).where(isPoint);
    expect((await fetchCart(id)).pickupPlace).toMatchObject({
      name: point!.name,
      address: { zipcode: point!.zipcode, street: point!.street, city: point!.city },
    });
    await backend.database.update(parcelShop).set({ isListed: false }).where(isPoint);
    expect(await fetchCart(id)).not.toHaveProperty('pickupPlace');
    await backend.database.update(parcelShop).set({ isListed: true }).where(isPoint);
    await ways.home.choose(id);
    expect(await fetchCart(id)).not.toHaveProperty('pickupPlace');
  });

  it('of a parcel shop keeps the typed name and address', async () => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    await setShipping(id, { address: dutchAddress });
    await setParcelShop(id, 'NL10001');
    expect((await fetchCart(id)).shipping).toEqual({
      shippingMethod: 1,
      ...personName,
      address: dutchAddress,
    });
  });

  it('at a dealer is free, without a minimum amount', async () => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    await setDealer(id, 1);
    expect(await calculateCart(id)).toMatchObject({
      originalShippingCosts: 0,
      shippingDiscounts: [],
      freeShippingMissingAmount: null,
      totalAmount: 2395,
    });
  });

  it('at a dealer requires one with a pickup service', async () => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    expect(await setDealer(id, 3)).toMatchObject(createRefusalResponse(409, 'dealer_without_pickup'));
    expect(await setDealer(id, 9999)).toMatchObject(notFound);
    expect((await fetchCart(id)).dealerId).toBeNull();
  });

  it('at a parcel shop requires one that accepts the heaviest piece', async () => {
    const tooHeavy = createRefusalResponse(409, 'parcel_too_heavy');
    const heavy = await openCart([
      [LIGHT_BAG, 1],
      [VARIANT, 1],
    ]);
    // 20 kg, and 25 kg.
    expect(await setParcelShop(heavy, 'NL10018')).toMatchObject(tooHeavy);
    expect((await fetchCart(heavy)).parcelShopId).toBeNull();
    expect(await setParcelShop(heavy, 'NL10001')).toMatchObject(noContentResponse);
    // Each piece is a parcel, so the number of pieces does not matter.
    const light = await openCart([[LIGHT_BAG, 9]]);
    expect(await setParcelShop(light, 'NL10018')).toMatchObject(noContentResponse);
  });

  it('at a parcel shop requires an existing one, and a shop with that service', async () => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    expect(await setParcelShop(id, 'NL99999')).toMatchObject(notFound);
    expect(await setParcelShop(id, 'NL10001', dutchShopHeaders, ' \u200b')).toMatchObject(
      invalid(['parcelShopZipcodeOrCity', 'required']),
    );
    const austrian = await openCart([[LIGHT_BAG, 1]], austrianShopHeaders);
    expect(await setParcelShop(austrian, 'DE10001', austrianShopHeaders)).toMatchObject(notFound);
    expect(await setShipping(austrian, { shippingMethod: 1 }, austrianShopHeaders)).toMatchObject(
      invalid(['shippingMethod', 'unknown']),
    );
  });

  it('validates a delivery address as the billing address', async () => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    const wrong = {
      firstName: '',
      lastName: 'x'.repeat(51),
      address: { ...dutchAddress, zipcode: '7311', city: ' ' },
    };
    const told = invalid(
      ['firstName', 'required'],
      ['lastName', 'maxLength'],
      ['address.zipcode', 'format'],
      ['address.city', 'required'],
    );
    expect(await setShipping(id, wrong)).toMatchObject(told);
    expect(await setAlternativeAddress(id, wrong)).toMatchObject(told);
  });

  it('accepts another delivery address, and removes it for an empty string', async () => {
    const id = await openCart([[LIGHT_BAG, 1]]);
    const address = { ...dutchAddress, zipcode: '6811 DG', street: 'Klaverweg', city: 'Arnhem' };
    const other = { ...personName, address };
    expect(await setAlternativeAddress(id, other)).toMatchObject(noContentResponse);
    expect((await fetchCart(id)).alternativeShippingAddress).toEqual(other);
    for (let n = 0; n < 2; n += 1) {
      expect(await setAlternativeAddress(id, '')).toMatchObject(noContentResponse);
      expect((await fetchCart(id)).alternativeShippingAddress).toBeNull();
    }
  });

  it.each([
    ['no JSON', 'Haverstraat 3', 'format'],
    ['a truncated body', '{"firstName":"Marit"', 'format'],
    ['nothing', 'null', 'type'],
    ['a list', '[]', 'type'],
    ['a name only', JSON.stringify(personName), 'type'],
    ['a NUL', JSON.stringify({ ...personName, firstName: 'a\0b', address: dutchAddress }), 'type'],
    [
      'an unknown delivery option',
      JSON.stringify({ ...personName, address: { ...dutchAddress, countryId: 'NL' } }),
      'type',
    ],
  ])('refuses an invalid delivery address: %s', async (_what, typed, code) => {
    const id = await openCart();
    expect(await setAlternativeAddress(id, typed)).toMatchObject(
      invalid(['alternativeShippingAddress', code]),
    );
  });
});

describe('the payment method', () => {
  it('is one of the shop', async () => {
    const id = await openCart();
    expect(await setPayment(id, { paymentMethodId: 1 })).toMatchObject(noContentResponse);
    expect((await fetchCart(id)).payment).toEqual({
      paymentMethodId: 1,
      issuer: null,
      giftCardNumber: null,
      giftCardPin: null,
    });
    // Bancontact is Belgian; 999 is unknown.
    for (const paymentMethodId of [2, 999]) {
      expect(await setPayment(id, { paymentMethodId })).toMatchObject(
        invalid(['paymentMethodId', 'unknown']),
      );
    }
    expect((await fetchCart(id)).payment?.paymentMethodId).toBe(1);
  });

  it.each([
    ['eps in Austria', 14, austrianShopHeaders, 'donauhof'],
    ['the bank link in Estonia', 15, shopHeadersByCountry.EE!, 'kadakas'],
  ])('requires a bank if it needs one: %s', async (_what, paymentMethodId, shop, bank) => {
    const id = await openCart([], shop);
    for (const issuer of [undefined, null, '', '  ']) {
      expect(await setPayment(id, { paymentMethodId, issuer }, shop)).toMatchObject(
        invalid(['issuer', 'required']),
      );
    }
    expect(await setPayment(id, { paymentMethodId, issuer: 'a bank; drop table' }, shop)).toMatchObject(
      invalid(['issuer', 'format']),
    );
    expect((await fetchCart(id, shop)).payment).toBeNull();
    expect(await setPayment(id, { paymentMethodId, issuer: 'NOBANK' }, shop)).toMatchObject(
      invalid(['issuer', 'unknown']),
    );
    expect(await setPayment(id, { paymentMethodId, issuer: bank }, shop)).toMatchObject(noContentResponse);
    expect((await fetchCart(id, shop)).payment).toMatchObject({ paymentMethodId, issuer: bank });
    // Other methods ignore the bank.
    expect(await setPayment(id, { paymentMethodId: 7, issuer: 'NOBANK' }, shop)).toMatchObject(
      noContentResponse,
    );
    expect((await fetchCart(id, shop)).payment).toMatchObject({ paymentMethodId: 7, issuer: null });
  });

  it('the newsletter can be subscribed to or not', async () => {
    const id = await openCart();
    for (const subscribe of [true, false, true]) {
      expect(await call('setNewsletter', { params: { id }, query: { subscribe } })).toMatchObject(
        noContentResponse,
      );
      expect((await fetchCart(id)).newsletterSubscribe).toBe(subscribe);
    }
    expect(await call('setNewsletter', { params: { id }, query: { subscribe: 'yes' } })).toMatchObject({
      status: 400,
    });
  });
});

const nameRoughageSample = (
  id: string,
  sequence: number,
  samplename: string,
  shop: ShopHeaders = dutchShopHeaders,
) => call('nameRqsSample', { params: { id }, query: { productVariantId: RQS, sequence, samplename } }, shop);
const trySetDiscountCode = (id: string, code: string, shop: ShopHeaders = dutchShopHeaders) =>
  call('setDiscountCode', { params: { id }, query: { code } }, shop);

async function handCartOver(id: string, from: ShopHeaders, to: ShopHeaders): Promise<string> {
  const body = { siteId: Number(to.siteid), languageId: Number(to.languageid) };
  const { status, body: answer } = await call('handOverCart', { params: { id }, body }, from);
  expect(status).toBe(200);
  return answer.url;
}
const readUrlToken = (url: string) => new URL(url).hash.slice(1);
const receive = (token: string, shop: ShopHeaders, cookie?: string) =>
  call(
    'receiveCart',
    { body: { token } },
    { ...shop, ...(cookie === undefined ? {} : { cookie: `cart=${cookie}` }) },
  );

describe('a cart that is transferred to another shop', () => {
  it('gets another id and the prices of that shop, and contains no personal data', async () => {
    const source = await openCart(
      [
        [VARIANT, 3],
        [HERBS_VARIANT_ID, 1],
        [RQS, 2],
      ],
      belgianShopHeaders,
    );
    await nameRoughageSample(source, 2, 'Hay loft', belgianShopHeaders);
    await trySetDiscountCode(source, 'five', belgianShopHeaders);
    await setBilling(source, createBillingIn(BE), belgianShopHeaders);
    await setPayment(source, { paymentMethodId: 2 }, belgianShopHeaders);
    const url = await handCartOver(source, belgianShopHeaders, dutchShopHeaders);
    expect(url).toMatch(/^http:\/\/en\.havero-nl\.localhost:3000\/cart\/handover\/#[\w-]{43}$/);

    const { status, body, headers } = await receive(readUrlToken(url), dutchShopHeaders);
    expect(status).toBe(200);
    const received: Cart = body.cart;
    expect(received.shoppingcartId).not.toBe(source);
    expect(received).toMatchObject({
      siteId: 1,
      languageId: 4,
      discountCode: 'FIVE',
      billing: null,
      shipping: null,
      alternativeShippingAddress: null,
      payment: null,
      products: [
        { productVariantId: VARIANT, count: 3 },
        { productVariantId: HERBS_VARIANT_ID, count: 1 },
        { productVariantId: RQS, count: 2 },
      ],
    });
    const samples = received.products[2]?.rqsSamples.map(({ sampleName }) => sampleName);
    expect(samples?.toSorted()).toEqual(['Hay loft', null]);
    // Feed is at 6 % there and at 21 % here; tests are at 21 % in both.
    expect(body.differences satisfies CartDifference[]).toEqual([
      {
        kind: 'price',
        productVariantId: VARIANT,
        description: 'Prado Balance Muesli',
        formerAmount: 1923,
        currentAmount: 2195,
      },
      {
        kind: 'price',
        productVariantId: HERBS_VARIANT_ID,
        description: 'Nuvo Breathe Herbs',
        formerAmount: 2361,
        currentAmount: 2695,
      },
    ]);
    expect(headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^cart=${received.shoppingcartId}; Max-Age=31536000;`),
    );
    expect(await fetchCart(received.shoppingcartId)).toEqual(received);
    expect((await calculateCart(received.shoppingcartId)).subTotalAmount).toBe(3 * 2195 + 2695 + 2 * 3995);

    // The two ids give access to their own carts only, and the first cart is unchanged.
    expect(await call('fetchCart', { params: { id: source } })).toMatchObject(notFound);
    expect(
      await call('fetchCart', { params: { id: received.shoppingcartId } }, belgianShopHeaders),
    ).toMatchObject(notFound);
    expect(await fetchCart(source, belgianShopHeaders)).toMatchObject({
      products: { length: 3 },
      payment: { paymentMethodId: 2 },
    });
  });

  it('omits products that are not sold there, and a code that is not valid there', async () => {
    const [five] = await backend.database.select().from(promotion).where(eq(promotion.promotionKey, 'five'));
    const { promotionId } = five!;
    await backend.database.insert(promotionSite).values({ promotionId, siteId: 2 });
    try {
      const source = await openCart(
        [
          [VARIANT, 3],
          [RQS, 1],
        ],
        belgianShopHeaders,
      );
      expect(await trySetDiscountCode(source, 'FIVE', belgianShopHeaders)).toMatchObject(noContentResponse);
      const { body } = await receive(
        readUrlToken(await handCartOver(source, belgianShopHeaders, ukShopHeaders)),
        ukShopHeaders,
      );
      expect(body.cart).toMatchObject({
        discountCode: null,
        products: [{ productVariantId: VARIANT, count: 3 }],
      });
      expect(body.differences).toEqual([
        {
          kind: 'price',
          productVariantId: VARIANT,
          description: 'Prado Balance Muesli',
          formerAmount: 1923,
          currentAmount: 1814,
        },
        {
          kind: 'dropped',
          productVariantId: RQS,
          description: expect.stringContaining('Nutrition Quick Scan'),
          formerAmount: 3995,
          currentAmount: null,
        },
        {
          kind: 'code',
          productVariantId: null,
          description: 'FIVE',
          formerAmount: null,
          currentAmount: null,
        },
      ]);
    } finally {
      await backend.database.delete(promotionSite).where(eq(promotionSite.promotionId, promotionId));
    }
  });

  it('is merged with the existing cart: the larger quantity, samples by name, the existing code', async () => {
    const own = await openCart([
      [VARIANT, 5],
      [RQS, 2],
    ]);
    await nameRoughageSample(own, 1, 'Hay loft');
    await trySetDiscountCode(own, 'FREESHIP');
    await setBilling(own, createBillingIn(NL));
    const source = await openCart(
      [
        [VARIANT, 3],
        [HERBS_VARIANT_ID, 2],
        [RQS, 2],
      ],
      belgianShopHeaders,
    );
    await nameRoughageSample(source, 1, 'HAY LOFT', belgianShopHeaders);
    await nameRoughageSample(source, 2, 'Straw', belgianShopHeaders);
    await trySetDiscountCode(source, 'STAL10', belgianShopHeaders);

    const { body, headers } = await receive(
      readUrlToken(await handCartOver(source, belgianShopHeaders, dutchShopHeaders)),
      dutchShopHeaders,
      own,
    );
    expect(body.cart).toMatchObject({
      shoppingcartId: own,
      discountCode: 'FREESHIP',
      billing: { firstName: 'Marit' },
      products: [
        { productVariantId: VARIANT, count: 5 },
        { productVariantId: RQS, count: 2 },
        { productVariantId: HERBS_VARIANT_ID, count: 2 },
      ],
    });
    const samples = body.cart.products[1].rqsSamples.map(
      (sample: { sampleName: string }) => sample.sampleName,
    );
    expect(samples.toSorted()).toEqual(['Hay loft', 'Straw']);
    expect(headers['set-cookie']?.[0]).toContain(`cart=${own};`);

    // A repeated merge changes nothing: quantities are not added.
    const again = await receive(
      readUrlToken(await handCartOver(source, belgianShopHeaders, dutchShopHeaders)),
      dutchShopHeaders,
      own,
    );
    expect(again.body.cart.products).toEqual(body.cart.products);
  });

  it('is not merged with a cart of another site, nor with an unknown one', async () => {
    const source = await openCart([[VARIANT, 1]], belgianShopHeaders);
    for (const cookie of [source, 'A'.repeat(43)]) {
      const { body } = await receive(
        readUrlToken(await handCartOver(source, belgianShopHeaders, dutchShopHeaders)),
        dutchShopHeaders,
        cookie,
      );
      expect(body.cart.shoppingcartId).not.toBe(cookie);
      expect(body.cart.products).toHaveLength(1);
    }
  });

  it('is transferred once, also by two concurrent requests', async () => {
    const source = await openCart([[VARIANT, 1]], belgianShopHeaders);
    const token = readUrlToken(await handCartOver(source, belgianShopHeaders, dutchShopHeaders));
    const answers = await Promise.all([1, 2, 3].map(() => receive(token, dutchShopHeaders)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await receive(token, dutchShopHeaders)).toMatchObject(createRefusalResponse(400, 'token_invalid'));
  });

  it('is transferred within five minutes, to the intended shop only', async () => {
    const source = await openCart([[VARIANT, 1]], belgianShopHeaders);
    const [first, second] = [
      readUrlToken(await handCartOver(source, belgianShopHeaders, dutchShopHeaders)),
      readUrlToken(await handCartOver(source, belgianShopHeaders, dutchShopHeaders)),
    ];
    const unknown = createRefusalResponse(400, 'token_invalid');
    for (const shop of [belgianShopHeaders, ukShopHeaders])
      expect(await receive(first, shop)).toMatchObject(unknown);
    for (const token of ['x', 'A'.repeat(43), source, hashToken(first)]) {
      expect(await receive(token, dutchShopHeaders)).toMatchObject(unknown);
    }
    backend.setNow(addToFixtureTime(5 * MINUTE_MS));
    expect((await receive(first, dutchShopHeaders)).status).toBe(200);
    backend.setNow(addToFixtureTime(5 * MINUTE_MS + 1));
    expect(await receive(second, dutchShopHeaders)).toMatchObject(
      createRefusalResponse(410, 'token_expired'),
    );
    const everything = JSON.stringify(await dumpTables(backend.database));
    for (const token of [first, second]) expect(everything).not.toContain(token);
  });

  it.each([
    ['the same shop in the same language', 2, 4],
    ['the corporate site', 12, 4],
    ['a missing site', 99, 4],
    ['a language that the site does not have', 1, 3],
    ['a missing language', 1, 99],
  ])('cannot be transferred elsewhere: %s', async (_what, siteId, languageId) => {
    const id = await openCart([], belgianShopHeaders);
    expect(
      await call('handOverCart', { params: { id }, body: { siteId, languageId } }, belgianShopHeaders),
    ).toMatchObject(invalid(['siteId', 'unknown']));
  });

  it('is the same cart in another language of its shop, merged with the cart of that host', async () => {
    const inDutch: ShopHeaders = { siteid: '1', languageid: '1' };
    const source = await openCart([[VARIANT, 3]], dutchShopHeaders);
    await setBilling(source, createBillingIn(NL), dutchShopHeaders);
    const own = await openCart([[HERBS_VARIANT_ID, 1]], inDutch);
    const url = await handCartOver(source, dutchShopHeaders, inDutch);
    expect(url).toMatch(/^http:\/\/havero-nl\.localhost:3000\/winkelwagen\//);
    const { status, body, headers } = await receive(readUrlToken(url), inDutch, own);
    expect(status).toBe(200);
    const received: Cart = body.cart;
    expect(received.shoppingcartId).not.toBe(source);
    expect(String(headers['set-cookie'])).toContain(`cart=${received.shoppingcartId};`);
    expect(body.differences).toEqual([]);
    expect(received.billing).toMatchObject({ emailAddress: createBillingIn(NL).emailAddress });
    expect(received.products.map(({ productVariantId, count }) => [productVariantId, count]).sort()).toEqual(
      [
        [VARIANT, 3],
        [HERBS_VARIANT_ID, 1],
      ].sort(),
    );
    // A change with one id is visible with the other.
    await call(
      'alterCartProduct',
      { params: { id: received.shoppingcartId, productVariantId: VARIANT }, query: { quantity: 7 } },
      inDutch,
    );
    const { body: seen } = await call('fetchCart', { params: { id: source } }, dutchShopHeaders);
    expect(seen.cartNumber).toBe(received.cartNumber);
    expect((seen as Cart).products.find(({ productVariantId }) => productVariantId === VARIANT)?.count).toBe(
      7,
    );
    // The token works once.
    expect(await receive(readUrlToken(url), inDutch)).toMatchObject(
      createRefusalResponse(400, 'token_invalid'),
    );
  });

  it('has its unsent input in another language until the step is sent', async () => {
    const inDutch: ShopHeaders = { siteid: '1', languageid: '1' };
    const source = await openCart([[VARIANT, 1]], dutchShopHeaders);
    const draft = { step: 'billing', fields: { firstName: 'Marit', zipcode: '73' } };
    expect(await call('setDraft', { params: { id: source }, body: draft })).toMatchObject(noContentResponse);
    const { body } = await receive(
      readUrlToken(await handCartOver(source, dutchShopHeaders, inDutch)),
      inDutch,
    );
    expect(body.cart).toMatchObject({ draft, billing: null });
    expect(await setBilling(source, callInputs.setBilling.body)).toMatchObject(noContentResponse);
    expect(await fetchCart(source)).not.toHaveProperty('draft');
  });

  it.each([
    ['for a step without a form', { step: 'payment', fields: {} }],
    ['with a value above the maximum length', { step: 'billing', fields: { street: 'a'.repeat(201) } }],
    [
      'with too many fields',
      {
        step: 'billing',
        fields: Object.fromEntries([...'abcdefghijklmnopqrstu'].map((name) => [name, ''])),
      },
    ],
  ])('stores no draft %s', async (_case, body) => {
    const id = await openCart();
    expect(await call('setDraft', { params: { id }, body })).toMatchObject({ status: 400 });
    expect(await fetchCart(id)).not.toHaveProperty('draft');
  });

  it('can be opened in another language for one minute', async () => {
    const inDutch: ShopHeaders = { siteid: '1', languageid: '1' };
    const source = await openCart([[VARIANT, 1]], dutchShopHeaders);
    const first = readUrlToken(await handCartOver(source, dutchShopHeaders, inDutch));
    const second = readUrlToken(await handCartOver(source, dutchShopHeaders, inDutch));
    backend.setNow(addToFixtureTime(MINUTE_MS));
    expect((await receive(first, inDutch)).status).toBe(200);
    backend.setNow(addToFixtureTime(MINUTE_MS + 1));
    expect(await receive(second, inDutch)).toMatchObject(createRefusalResponse(410, 'token_expired'));
  });

  it('is transferred at most 30 times an hour', async () => {
    const id = await openCart([], belgianShopHeaders);
    for (let n = 0; n < 30; n += 1) await handCartOver(id, belgianShopHeaders, dutchShopHeaders);
    const refused = await call(
      'handOverCart',
      { params: { id }, body: { siteId: 1, languageId: 4 } },
      belgianShopHeaders,
    );
    expect(refused).toMatchObject(createRefusalResponse(429, 'too_many_attempts'));
    expect(refused.headers['retry-after']).toBe('3600');
  });
});

/** Runs the command as `npm run cart -- …` does. */
const runCartCommand = (words: readonly string[]) =>
  runCommand(cartCommand, words, { database: backend.database });

const listAuditEntries = async (cartNumber: number) =>
  (
    await backend.database
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.resourceId, String(cartNumber)))
      .orderBy(asc(auditEntry.auditEntryId))
  ).map(({ act }) => act);

describe('an employee who opens a cart', () => {
  const impersonate = (key: string, headers: ShopHeaders = {}) =>
    call('impersonateCart', { query: { key } }, headers);

  it('gets a key by the cart number, which opens the cart once, with another id, for an hour', async () => {
    const id = await openCart([
      [VARIANT, 2],
      [RQS, 1],
    ]);
    await setBilling(id, createBillingIn(NL));
    const own = await fetchCart(id);
    const { cartNumber } = own;
    const told = await runCartCommand(['impersonate', String(cartNumber)]);
    expect(told).toMatchObject({ exit: 0, err: '' });
    expect(await listAuditEntries(cartNumber)).toEqual(['make-impersonation-key']);
    const url = /https:\S+/.exec(told?.out ?? '')?.[0] ?? '';
    expect(url).toMatch(/^https:\/\/en\.[a-z.-]+\/cart\/impersonate\/#[\w-]{43}$/);
    const key = readUrlToken(url);

    backend.setNow(addToFixtureTime(15 * MINUTE_MS));
    const opened = await impersonate(key);
    expect(opened.status).toBe(200);
    const alias = opened.body.shoppingcartId;
    const impersonatedUntil = addToFixtureTime(75 * MINUTE_MS).toISOString();
    expect(await listAuditEntries(cartNumber)).toEqual(['make-impersonation-key', 'impersonate']);
    const underAlias = {
      ...own,
      shoppingcartId: alias,
      impersonatedUntil,
      products: own.products.map((line) => ({
        ...line,
        rqsSamples: line.rqsSamples.map((sample) => ({ ...sample, shoppingcartId: alias })),
      })),
    };
    expect(opened.body).toEqual(underAlias);
    expect(await fetchCart(alias)).toEqual(underAlias);
    expect(opened.headers['set-cookie']?.[0]).toMatch(new RegExp(`^cart=${alias}; Max-Age=3600;`));
    for (const text of [
      opened.text,
      JSON.stringify(await fetchCart(alias)),
      JSON.stringify(await calculateCart(alias)),
    ]) {
      expect(text).not.toContain(id);
    }
    expect(await impersonate(key)).toMatchObject(createRefusalResponse(400, 'token_invalid'));
    // The visitor's own cart is unchanged and contains no trace of it.
    expect(await fetchCart(id)).toEqual(own);

    expect(await call('fetchCart', { params: { id: alias } }, belgianShopHeaders)).toMatchObject(notFound);
    backend.setNow(addToFixtureTime(75 * MINUTE_MS - 1));
    expect(await fetchCart(alias)).toMatchObject({ cartNumber });
    backend.setNow(addToFixtureTime(75 * MINUTE_MS));
    expect(await call('fetchCart', { params: { id: alias } })).toMatchObject(notFound);
    expect(await fetchCart(id)).toEqual(own);
    const everything = JSON.stringify(await dumpTables(backend.database));
    for (const secret of [key, alias, id]) expect(everything).not.toContain(secret);
  });

  it('is refused with an expired key, a key of another site, or none', async () => {
    const id = await openCart();
    const key = await openImpersonation(id);
    const unknown = createRefusalResponse(400, 'token_invalid');
    for (const wrong of ['x', 'A'.repeat(43), id, hashToken(key)])
      expect(await impersonate(wrong)).toMatchObject(unknown);
    expect(await impersonate(key, belgianShopHeaders)).toMatchObject(unknown);
    backend.setNow(addToFixtureTime(15 * MINUTE_MS + 1));
    expect(await impersonate(key)).toMatchObject(unknown);
    backend.setNow(addToFixtureTime(15 * MINUTE_MS));
    // The refused attempt did not use up the key.
    expect((await impersonate(key)).status).toBe(200);
  });

  it('opens it once, also with two concurrent requests', async () => {
    const key = await openImpersonation(await openCart());
    const answers = await Promise.all([1, 2, 3].map(() => impersonate(key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('is logged before the cart is opened: without the log entry there is no access', async () => {
    const id = await openCart();
    const { cartNumber } = await fetchCart(id);
    const key = await openImpersonation(id);
    const ids = await backend.database.$count(cartAccess);
    await backend.database.execute('alter table audit_entry rename to audit_entry_away');
    try {
      expect((await impersonate(key)).status).toBe(500);
      await expect(runCartCommand(['impersonate', String(cartNumber)])).rejects.toThrow();
    } finally {
      await backend.database.execute('alter table audit_entry_away rename to audit_entry');
    }
    backend.errors.length = 0;
    expect(await backend.database.$count(cartAccess)).toBe(ids);
    expect((await impersonate(key)).status).toBe(200);
  });

  const writes: readonly (readonly [act: string, name: CallName, input: (id: string) => LooseInput])[] = [
    [
      'add-product',
      'addCartProduct',
      (id) => ({ params: { id }, query: { productVariantId: RQS, quantity: 3 } }),
    ],
    [
      'alter-product',
      'alterCartProduct',
      (id) => ({ params: { id, productVariantId: RQS }, query: { quantity: 2 } }),
    ],
    [
      'name-sample',
      'nameRqsSample',
      (id) => ({ params: { id }, query: { productVariantId: RQS, sequence: 1, samplename: 'Hay' } }),
    ],
    ['remove-sample', 'removeRqsSample', (id) => ({ params: { id, productVariantId: RQS, sequence: 2 } })],
    ['remove-product', 'removeCartProduct', (id) => ({ params: { id, productVariantId: RQS } })],
    ['set-discount-code', 'setDiscountCode', (id) => ({ params: { id }, query: { code: 'STAL10' } })],
    ['remove-discount-code', 'removeDiscountCode', (id) => ({ params: { id } })],
    ['set-billing', 'setBilling', (id) => ({ params: { id }, body: createBillingIn(NL) })],
    ['set-shipping', 'setShipping', (id) => ({ params: { id }, body: callInputs.setShipping.body })],
    [
      'set-alternative-shipping',
      'setAlternativeShipping',
      (id) => ({ params: { id }, query: { alternativeShippingAddress: '' } }),
    ],
    ['set-payment', 'setPayment', (id) => ({ params: { id }, body: { paymentMethodId: 1 } })],
    ['remove-gift-card', 'removeGiftCard', (id) => ({ params: { id } })],
    ['set-draft', 'setDraft', (id) => ({ params: { id }, body: callInputs.setDraft.body })],
    ['set-newsletter', 'setNewsletter', (id) => ({ params: { id }, query: { subscribe: true } })],
    ['set-dealer', 'setDealer', (id) => ({ params: { id }, query: { dealerId: 1 } })],
    ['set-parcel-shop', 'setParcelShop', (id) => ({ params: { id }, query: callInputs.setParcelShop.query })],
    ['hand-over', 'handOverCart', (id) => ({ params: { id }, body: callInputs.handOverCart.body })],
  ];

  it('is logged at every change, unlike the visitor', async () => {
    const id = await openCart();
    const { cartNumber } = await fetchCart(id);
    const { body } = await impersonate(await openImpersonation(id));
    const expected = ['make-impersonation-key', 'impersonate'];
    for (const [act, name, input] of writes) {
      expect([name, (await call(name, input(body.shoppingcartId))).status]).toEqual([
        name,
        name === 'handOverCart' ? 200 : 204,
      ]);
      expected.push(act);
      expect(await listAuditEntries(cartNumber)).toEqual(expected);
    }
    for (const [, name, input] of writes) await call(name, input(id));
    for (const name of [
      'fetchCart',
      'calculateCart2',
      'fetchShippingMethods',
      'fetchCartRecommendations',
    ] as const) {
      await call(name, { params: { id: body.shoppingcartId } });
    }
    expect(await listAuditEntries(cartNumber)).toEqual(expected);
    const rows = await backend.database
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.resourceId, String(cartNumber)));
    for (const row of rows) expect(row).toMatchObject({ actorKind: 'keeper', resource: 'cart', details: {} });
  });

  it('cannot transfer a cart into it, and does not set its campaign', async () => {
    const id = await openCart();
    const { body: opened } = await impersonate(await openImpersonation(id));
    const source = await openCart([[VARIANT, 1]], belgianShopHeaders);
    const { body } = await receive(
      readUrlToken(await handCartOver(source, belgianShopHeaders, dutchShopHeaders)),
      dutchShopHeaders,
      opened.shoppingcartId,
    );
    expect(body.cart.cartNumber).not.toBe(opened.cartNumber);
    await call(
      'reportConversion',
      { query: { mailCampaignId: 'x' } },
      { cookie: `cart=${opened.shoppingcartId}` },
    );
    expect(await fetchCart(id)).toMatchObject({ products: [], mailCampaignId: null });
  });

  it('sees an error for an unknown number, and the usage for invalid arguments', async () => {
    expect(await runCartCommand(['impersonate', '999999999'])).toMatchObject({
      exit: 1,
      out: '',
      err: 'There is no cart with the number 999999999.',
    });
    for (const words of [
      [],
      ['impersonate'],
      ['impersonate', '0'],
      ['impersonate', 'x'],
      ['impersonate', '1', '2'],
      ['show', '1'],
    ]) {
      expect(await runCartCommand(words)).toBeNull();
    }
    for (const line of cartCommand.usage.split('\n')) expect(line.length).toBeLessThanOrEqual(140);
  });

  it('can try 30 keys an hour', async () => {
    const visitor = { 'x-forwarded-for': '203.0.113.202' };
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await impersonate(`guess-${n}`, visitor)).status);
    expect(statuses).toEqual([...Array(30).fill(400), 429]);
  });
});

describe('a cart without a change for 90 days', () => {
  const tables = [cart, cartAccess, cartProduct, cartSample, cartHandover, cartImpersonation] as const;
  const countRows = async (cartId: number) => {
    const counts: number[] = [];
    for (const table of tables) counts.push(await backend.database.$count(table, eq(table.cartId, cartId)));
    return counts;
  };
  const setAge = (cartNumber: number, age: number) =>
    backend.database
      .update(cart)
      .set({ lastModified: new Date(FIXTURE_NOW.getTime() - age) })
      .where(eq(cart.cartId, cartNumber));

  afterEach(() => expect(backend.errors).toEqual([]));

  it('is deleted with all its data, and other carts are not', async () => {
    const lines = [
      [VARIANT, 1],
      [RQS, 3],
    ] as const;
    const [old, young] = [await openCart(lines), await openCart(lines)];
    const numbers = [(await fetchCart(old)).cartNumber, (await fetchCart(young)).cartNumber] as const;
    for (const id of [old, young]) {
      await handCartOver(id, dutchShopHeaders, belgianShopHeaders);
      const key = await openImpersonation(id);
      expect((await call('impersonateCart', { query: { key } })).status).toBe(200);
    }
    await setAge(numbers[0], 90 * DAY_MS + 1);
    await setAge(numbers[1], 90 * DAY_MS - 1);
    expect(await countRows(numbers[0])).toEqual([1, 2, 2, 3, 1, 1]);
    await backend.runJob('forget-carts');
    expect(await countRows(numbers[0])).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await countRows(numbers[1])).toEqual([1, 2, 2, 3, 1, 1]);
    expect(await call('fetchCart', { params: { id: old } })).toMatchObject(notFound);
    expect(await fetchCart(young)).toMatchObject({ cartNumber: numbers[1] });
  });

  it('is deleted together with any number of others', async () => {
    const values = Array.from({ length: 450 }, () => ({
      siteId: 1,
      languageId: 4,
      created: new Date(0),
      lastModified: new Date(0),
    }));
    await backend.database.insert(cart).values(values);
    const before = await backend.database.$count(cart);
    await backend.runJob('forget-carts');
    expect(await backend.database.$count(cart)).toBe(before - 450);
  });

  it('is deleted with expired keys, hand-overs and employee ids, which are deleted earlier', async () => {
    const id = await openCart();
    const { cartNumber } = await fetchCart(id);
    await handCartOver(id, dutchShopHeaders, belgianShopHeaders);
    await call('impersonateCart', { query: { key: await openImpersonation(id) } });
    backend.setNow(addToFixtureTime(61 * MINUTE_MS));
    await backend.runJob('forget-carts');
    expect(await countRows(cartNumber)).toEqual([1, 1, 0, 0, 1, 1]);
    backend.setNow(addToFixtureTime(DAY_MS + 1));
    await backend.runJob('forget-carts');
    expect(await countRows(cartNumber)).toEqual([1, 1, 0, 0, 0, 0]);
  });

  it('either exists or not for a concurrent request', async () => {
    for (let n = 0; n < 10; n += 1) {
      const id = await openCart([[RQS, 1]]);
      const { cartNumber } = await fetchCart(id);
      await setAge(cartNumber, 91 * DAY_MS);
      const [added] = await Promise.all([
        call('addCartProduct', { params: { id }, query: { productVariantId: VARIANT, quantity: 1 } }),
        backend.runJob('forget-carts'),
      ]);
      expect([204, 404]).toContain(added.status);
      expect(await countRows(cartNumber)).toEqual(
        added.status === 204 ? [1, 1, 2, 1, 0, 0] : [0, 0, 0, 0, 0, 0],
      );
    }
  });

  // The embedded database has one connection, so the job cannot run during a change.
  const itOnDatabaseServer = getDatabaseServerUrl() === undefined ? it.skip : it;

  itOnDatabaseServer('is not deleted while it is being changed', async () => {
    const id = await openCart([[RQS, 1]]);
    const { cartNumber } = await fetchCart(id);
    await setAge(cartNumber, 91 * DAY_MS);
    const visitor = new Client({ connectionString: ownDatabaseUrl?.href });
    await visitor.connect();
    try {
      await visitor.query('begin');
      await visitor.query('select 1 from cart where cart_id = $1 for update', [cartNumber]);
      await backend.runJob('forget-carts');
      await visitor.query('update cart set last_modified = $2 where cart_id = $1', [cartNumber, FIXTURE_NOW]);
      await visitor.query('commit');
    } finally {
      await visitor.end();
    }
    await backend.runJob('forget-carts');
    expect(await countRows(cartNumber)).toEqual([1, 1, 1, 1, 0, 0]);
  });
});

describe('a mail that links to the shop', () => {
  const report = (mailCampaignId: string, headers: ShopHeaders = {}) =>
    call('reportConversion', { query: { mailCampaignId } }, headers);
  const listVisits = async (mailCampaignId: string) =>
    (
      await backend.database
        .select()
        .from(mailCampaignVisit)
        .where(eq(mailCampaignVisit.mailCampaignId, mailCampaignId))
        .orderBy(asc(mailCampaignVisit.siteId), asc(mailCampaignVisit.day))
    ).map(({ siteId, day, visits }) => [siteId, day, visits]);

  it('is counted by site and day, without personal data', async () => {
    await Promise.all(Array.from({ length: 10 }, () => report('autumn')));
    expect(await report('autumn', belgianShopHeaders)).toMatchObject(noContentResponse);
    backend.setNow(addToFixtureTime(DAY_MS));
    await report('autumn');
    expect(await listVisits('autumn')).toEqual([
      [1, '2026-11-05', 10],
      [1, '2026-11-06', 1],
      [2, '2026-11-05', 1],
    ]);
  });

  it('is stored with an existing cart, the last of several mails, and creates no cart', async () => {
    const id = await openCart();
    const before = await backend.database.$count(cart);
    const cookie = `cart=${id}`;
    await report('first', { cookie });
    const answer = await report('second', { cookie });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    await report('third');
    // Sent to another site, which does not have this cart.
    await report('fourth', { cookie, ...belgianShopHeaders });
    expect((await fetchCart(id)).mailCampaignId).toBe('second');
    expect(await backend.database.$count(cart)).toBe(before);
  });

  it('is transferred with the cart to another shop', async () => {
    const source = await openCart([[VARIANT, 1]], belgianShopHeaders);
    await report('autumn', { cookie: `cart=${source}`, ...belgianShopHeaders });
    const { body } = await receive(
      readUrlToken(await handCartOver(source, belgianShopHeaders, dutchShopHeaders)),
      dutchShopHeaders,
    );
    expect(body.cart.mailCampaignId).toBe('autumn');
  });

  it.each(['', 'a b', 'a/b', '<script>', 'ä', 'x'.repeat(65)])(
    'is refused with the campaign id %j',
    async (mailCampaignId) => {
      expect(await report(mailCampaignId)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
      const made = await call('createCart', { query: { mailCampaignId } });
      expect(made).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(await listVisits(mailCampaignId)).toEqual([]);
    },
  );

  it('is counted at most 60 times an hour for one visitor', async () => {
    const visitor = { 'x-forwarded-for': '203.0.113.203' };
    const statuses: number[] = [];
    for (let n = 0; n < 62; n += 1) statuses.push((await report('flood', visitor)).status);
    expect(statuses).toEqual([...Array(60).fill(204), 429, 429]);
    expect(await listVisits('flood')).toEqual([[1, '2026-11-05', 60]]);
  });
});
