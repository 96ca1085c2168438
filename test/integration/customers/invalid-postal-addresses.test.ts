import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPdokAddressSource } from '../../../server/backend/customers/address-lookups/address-source.ts';
import { rateLimit } from '../../../server/backend/schema/schema.ts';
import { createSignedInAccount } from '../../fixtures/accounts.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller, type Headers } from '../../fixtures/call-backend.ts';
import { callInputs } from '../../fixtures/call-inputs.ts';

type RegisterAnswer = (url: URL, response: ServerResponse) => void;

/** Responds as the address register for Klaverweg 1 to 20 in 7311 KZ. */
const answerKlaverweg: RegisterAnswer = (url, response) => {
  const filters = url.searchParams.getAll('fq');
  const number = filters.find((filter) => filter.startsWith('huisnummer:'))?.slice('huisnummer:'.length);
  const isKnown = filters.includes('postcode:7311KZ') && (number === undefined || Number(number) <= 20);
  const docs = isKnown ? [{ straatnaam: 'Klaverweg', woonplaatsnaam: 'Apeldoorn' }] : [];
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ response: { docs } }));
};

let backend: BackendFixture;
let register: Server;
let registerAnswer = answerKlaverweg;
let registerRequests: URL[] = [];
const { call, openCart } = createBackendCaller(() => backend);

beforeAll(async () => {
  register = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://register.example');
    registerRequests.push(url);
    registerAnswer(url, response);
  });
  await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve));
  const { port } = register.address() as AddressInfo;
  backend = await openBackendFixture({
    addressSource: createPdokAddressSource((url, init) => {
      const { pathname, search } = new URL(String(url));
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, init);
    }),
  });
});

afterAll(async () => {
  await backend?.close();
  register.closeAllConnections();
  await new Promise((resolve) => register.close(resolve));
});

beforeEach(async () => {
  await backend.database.delete(rateLimit);
  registerAnswer = answerKlaverweg;
  registerRequests = [];
});

afterEach(() => expect(backend.errors).toEqual([]));

const validAddress = {
  zipcode: '7311 KZ',
  street: 'Klaverweg',
  streetNumber: '12',
  streetNumberAddition: 'b',
  city: 'Apeldoorn',
  countryId: 1,
};
const addressWithWrongNumber = { ...validAddress, streetNumber: '9999' };
const addressWithWrongStreet = { ...validAddress, street: 'Onbekendestraat' };
const { isAddressConfirmed: _billing, ...billing } = callInputs.setBilling.body;
const { isAddressConfirmed: _saved, ...saving } = callInputs.saveAddress.body;
const personName = { firstName: 'Marit', lastName: 'de Vries' };
const accepted = { status: 204 };
const invalid = (field: string) => ({
  status: 400,
  body: { code: 'validation_failed', errors: [{ field, code: 'invalidAddress' }] },
});

const setBilling = (id: string, address: object, flags: object = {}, headers: Headers = {}) =>
  call('setBilling', { params: { id }, body: { ...billing, address, ...flags } }, headers);
const setAlternativeAddress = (id: string, address: object, flags: object = {}, headers: Headers = {}) =>
  call(
    'setAlternativeShipping',
    {
      params: { id },
      query: { alternativeShippingAddress: JSON.stringify({ ...personName, address }), ...flags },
    },
    headers,
  );
const setShipping = (id: string, address: object, flags: object = {}) =>
  call('setShipping', { params: { id }, body: { shippingMethod: 0, ...personName, address, ...flags } });
const fetchBilling = async (id: string) => (await call('fetchCart', { params: { id } })).body.billing;

describe('an address at a postcode that the register knows', () => {
  it.each([
    ['an unknown house number', addressWithWrongNumber, 'address.streetNumber'],
    [
      'a house number that is too long',
      { ...validAddress, streetNumber: '999999999' },
      'address.streetNumber',
    ],
    ['a house number without a digit', { ...validAddress, streetNumber: 'zwart' }, 'address.streetNumber'],
    ['an unknown street', addressWithWrongStreet, 'address.street'],
  ])('is refused with %s, in every call of the cart', async (_what, address, field) => {
    const id = await openCart();
    expect(await setBilling(id, address)).toMatchObject(invalid(field));
    expect(await setShipping(id, address)).toMatchObject(invalid(field));
    expect(await setAlternativeAddress(id, address)).toMatchObject(invalid(field));
    expect(await fetchBilling(id)).toBeNull();
  });

  it.each([
    ['as in the register', validAddress],
    ['in another case and without accents', { ...validAddress, street: 'KLAVER WEG' }],
    ['with an abbreviated street', { ...validAddress, street: 'Klaverwg.' }],
    [
      'with the addition in the house number',
      { ...validAddress, streetNumber: '12 bis', streetNumberAddition: null },
    ],
  ])('is accepted %s', async (_what, address) => {
    expect(await setBilling(await openCart(), address)).toMatchObject(accepted);
  });

  it('is reported together with the other faults of the form', async () => {
    const id = await openCart();
    const body = { ...billing, firstName: '', address: addressWithWrongNumber };
    expect((await call('setBilling', { params: { id }, body })).body.errors).toEqual([
      { field: 'firstName', code: 'required' },
      { field: 'address.streetNumber', code: 'invalidAddress' },
    ]);
  });
});

describe('an address that is accepted unchecked', () => {
  it.each([
    ['at a postcode that the register does not know', { ...addressWithWrongStreet, zipcode: '9999 ZZ' }],
  ])('can be one %s', async (_what, address) => {
    expect(await setBilling(await openCart(), address)).toMatchObject(accepted);
  });

  it('can be in another country, because the register is not queried', async () => {
    const german = { ...addressWithWrongStreet, countryId: 2, zipcode: '48149', city: 'Münster' };
    const { companyName: _name, vatNumber: _number, ...body } = billing;
    const id = await openCart();
    const answered = await call('setBilling', {
      params: { id },
      body: { ...body, phoneNumber: '', address: german },
    });
    // Refused for another reason: the Dutch shop does not deliver there.
    expect(answered).toMatchObject({ status: 409, body: { code: 'country_not_delivered' } });
    expect(registerRequests).toEqual([]);
  });

  it.each<[string, RegisterAnswer]>([
    ['returns an error', (_url, response) => response.writeHead(503).end()],
    ['returns invalid JSON', (_url, response) => response.end('<html>')],
    ['returns another structure', (_url, response) => response.end('{"response":{"docs":{}}}')],
    ['redirects', (_url, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['closes the connection', (_url, response) => response.destroy()],
    ['does not respond', () => undefined],
  ])('can be one that is sent while the register %s', async (_what, failing) => {
    registerAnswer = failing;
    expect(await setBilling(await openCart(), addressWithWrongNumber)).toMatchObject(accepted);
    expect(registerRequests.length).toBeGreaterThan(0);
  });

  it('can be one of a visitor who has sent many', async () => {
    const visitor = { 'x-forwarded-for': '203.0.113.9' };
    const id = await openCart();
    for (let count = 0; count < 60; count++) {
      expect(await setBilling(id, addressWithWrongNumber, {}, visitor)).toMatchObject({ status: 400 });
    }
    const sent = registerRequests.length;
    expect(await setBilling(id, addressWithWrongNumber, {}, visitor)).toMatchObject(accepted);
    expect(registerRequests).toHaveLength(sent);
  });
});

describe('a confirmed address', () => {
  it('is stored without the confirmation, and not sent to the register', async () => {
    const id = await openCart();
    expect(await setBilling(id, addressWithWrongNumber, { isAddressConfirmed: true })).toMatchObject(
      accepted,
    );
    expect((await fetchBilling(id)).address).toEqual(addressWithWrongNumber);
    expect(registerRequests).toEqual([]);
  });

  it('is not checked again in a later step, whatever the case, until it changes', async () => {
    const id = await openCart();
    await setBilling(id, addressWithWrongNumber, { isAddressConfirmed: true });
    expect(await setBilling(id, { ...addressWithWrongNumber, street: 'klaverweg' })).toMatchObject(accepted);
    expect(await setAlternativeAddress(id, addressWithWrongNumber)).toMatchObject(accepted);
    expect(await setShipping(id, addressWithWrongNumber)).toMatchObject(accepted);
    for (const change of [{ streetNumber: '9998' }, { streetNumberAddition: null }, { street: 'Weg' }]) {
      expect(await setBilling(id, { ...addressWithWrongNumber, ...change })).toMatchObject({ status: 400 });
    }
    // The confirmation does not apply to the cart of another visitor.
    expect(await setBilling(await openCart(), addressWithWrongNumber)).toMatchObject({ status: 400 });
  });

  it('is confirmed by true only', async () => {
    const id = await openCart();
    expect(await setBilling(id, addressWithWrongNumber, { isAddressConfirmed: false })).toMatchObject(
      invalid('address.streetNumber'),
    );
    expect(await setBilling(id, addressWithWrongNumber, { isAddressConfirmed: 'yes' })).toMatchObject({
      status: 400,
    });
    expect(await fetchBilling(id)).toBeNull();
  });
});

describe('the addresses of an account', () => {
  const update = (headers: Headers, body: object) =>
    call('updateAccount', { query: { callbackUrl: '/account/' }, body }, headers);
  const save = (headers: Headers, address: object, flags: object = {}) =>
    call('saveAddress', { body: { ...saving, address, ...flags } }, headers);

  it.each([
    ['address', addressWithWrongNumber, 'address.streetNumber'],
    [
      'shipping',
      { shippingMethod: 0, ...personName, address: addressWithWrongStreet },
      'shipping.address.street',
    ],
    [
      'alternativeShippingAddress',
      { ...personName, address: addressWithWrongNumber },
      'alternativeShippingAddress.address.streetNumber',
    ],
  ])('are refused in %s and stored once confirmed', async (part, value, field) => {
    const { cookie } = await createSignedInAccount(backend);
    expect(await update({ cookie }, { [part]: value })).toMatchObject(invalid(field));
    expect(await update({ cookie }, { [part]: value, isAddressConfirmed: true })).toMatchObject(accepted);
    // The confirmed address is accepted again, for example with another name.
    expect(await update({ cookie }, { [part]: value })).toMatchObject(accepted);
    const { body } = await call('fetchAccount', {}, { cookie });
    expect(JSON.stringify(body)).not.toContain('isAddressConfirmed');
  });

  it('are refused in the address book, saved once confirmed, and known to the checkout', async () => {
    const { cookie } = await createSignedInAccount(backend);
    expect(await save({ cookie }, addressWithWrongNumber)).toMatchObject(invalid('address.streetNumber'));
    const saved = await save({ cookie }, addressWithWrongNumber, { isAddressConfirmed: true });
    expect(saved).toMatchObject({ status: 200, body: { address: addressWithWrongNumber } });
    expect(saved.body).not.toHaveProperty('isAddressConfirmed');
    const params = { addressId: saved.body.addressId };
    const renamed = { ...saving, addressName: 'Meadow', address: addressWithWrongNumber };
    expect(await call('changeSavedAddress', { params, body: renamed }, { cookie })).toMatchObject({
      status: 200,
    });
    const moved = { ...renamed, address: addressWithWrongStreet };
    expect(await call('changeSavedAddress', { params, body: moved }, { cookie })).toMatchObject(
      invalid('address.street'),
    );
    const { body: cart } = await call('createCart', {}, { cookie });
    expect(
      await setAlternativeAddress(cart.shoppingcartId, addressWithWrongNumber, {}, { cookie }),
    ).toMatchObject(accepted);
    expect(
      await setAlternativeAddress(cart.shoppingcartId, addressWithWrongStreet, {}, { cookie }),
    ).toMatchObject(invalid('address.street'));
  });
});
