import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { accountAddress, auditEntry, rateLimit } from '../../../server/backend/schema/schema.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller, type Headers } from '../../fixtures/call-backend.ts';
import { callInputs } from '../../fixtures/call-inputs.ts';

let backend: BackendFixture;
let owner: SignedInCustomer;
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

beforeEach(async () => {
  await backend.database.delete(rateLimit);
  owner = await createSignedInAccount(backend);
});

afterEach(() => expect(backend.errors).toEqual([]));

const { isAddressConfirmed: _flag, ...stable } = callInputs.saveAddress.body;
const createCookieHeader = ({ cookie }: Pick<SignedInCustomer, 'cookie'>): Headers => ({ cookie });
const save = (changes: object = {}, headers = createCookieHeader(owner)) =>
  call('saveAddress', { body: { ...stable, ...changes } }, headers);
const change = (addressId: string, changes: object = {}, headers = createCookieHeader(owner)) =>
  call('changeSavedAddress', { params: { addressId }, body: { ...stable, ...changes } }, headers);
const deleteAddress = (addressId: string, headers = createCookieHeader(owner)) =>
  call('deleteSavedAddress', { params: { addressId } }, headers);
const listAddresses = async (headers = createCookieHeader(owner)) =>
  (await call('fetchSavedAddresses', {}, headers)).body;

describe('the address book', () => {
  it('saves, lists by name, changes and deletes addresses', async () => {
    expect(await listAddresses()).toEqual([]);
    const saved = await save({ addressName: '  Stable ' });
    expect(saved).toMatchObject({ status: 200, body: stable });
    const home = await save({ addressName: 'home' });
    expect((await listAddresses()).map(({ addressName }: { addressName: string }) => addressName)).toEqual([
      'home',
      'Stable',
    ]);
    const address = { ...stable.address, street: 'Klaverweg', zipcode: '7311kz' };
    const changed = await change(saved.body.addressId, { addressName: 'Meadow', address });
    expect(changed.body).toEqual({
      ...stable,
      addressId: saved.body.addressId,
      addressName: 'Meadow',
      address: { ...address, zipcode: '7311 KZ' },
    });
    expect((await deleteAddress(home.body.addressId)).status).toBe(204);
    expect(await listAddresses()).toEqual([changed.body]);
    const acts = await backend.database
      .select({ act: auditEntry.act })
      .from(auditEntry)
      .where(eq(auditEntry.resourceId, owner.accountId));
    expect(acts.map(({ act }) => act)).toEqual([
      'save-address',
      'save-address',
      'change-saved-address',
      'delete-saved-address',
    ]);
  });

  it('refuses a second address with the same name, ignoring case', async () => {
    const { body: first } = await save();
    const { body: home } = await save({ addressName: 'Home' });
    const other = { ...stable.address, streetNumber: '5' };
    const refusal = { status: 409, body: { code: 'address_name_taken' } };
    expect(await save({ addressName: 'STABLE', address: other })).toMatchObject(refusal);
    expect(await change(home.addressId, { addressName: 'stable' })).toMatchObject(refusal);
    expect(await change(first.addressId, { addressName: 'STABLE' })).toMatchObject({ status: 200 });
    expect(await listAddresses()).toHaveLength(2);
    // Another account has separate names.
    expect((await save({}, createCookieHeader(await createSignedInAccount(backend)))).status).toBe(200);
  });

  it('returns the saved address if the call is repeated', async () => {
    const { body } = await save();
    expect((await save()).body).toEqual(body);
    expect(await listAddresses()).toHaveLength(1);
  });

  it('holds twenty addresses', async () => {
    for (let count = 1; count <= 20; count++) {
      expect((await save({ addressName: `Stable ${count}` })).status).toBe(200);
    }
    expect(await save({ addressName: 'One more' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_addresses' },
    });
  });

  it.each([
    ['no name', { addressName: ' ' }, 'addressName', 'required'],
    ['a name of 41 characters', { addressName: 'x'.repeat(41) }, 'addressName', 'maxLength'],
    ['no recipient', { lastName: '' }, 'lastName', 'required'],
    [
      'a postcode of another country',
      { address: { ...stable.address, zipcode: '48149' } },
      'address.zipcode',
      'format',
    ],
    [
      'an unknown country',
      { address: { ...stable.address, countryId: 999 } },
      'address.countryId',
      'unknown',
    ],
  ])('refuses %s by the rules of a delivery address', async (_what, changes, field, code) => {
    const refusal = { status: 400, body: { code: 'validation_failed', errors: [{ field, code }] } };
    expect(await save(changes)).toMatchObject(refusal);
    const { body } = await save();
    expect(await change(body.addressId, changes)).toMatchObject(refusal);
    expect(await listAddresses()).toEqual([body]);
  });

  it('accepts a name of 40 characters', async () => {
    expect((await save({ addressName: 'x'.repeat(40) })).status).toBe(200);
  });

  it('refuses a country that the site does not deliver to', async () => {
    const belgian = await createSignedInAccount(backend, { siteId: 2 });
    expect(await save({}, { ...belgianShopHeaders, ...createCookieHeader(belgian) })).toMatchObject({
      status: 409,
      body: { code: 'dutch_addresses_on_dutch_site_only' },
    });
  });

  it('is accessible to its owner only', async () => {
    const { body } = await save();
    const other = createCookieHeader(await createSignedInAccount(backend));
    expect(await listAddresses(other)).toEqual([]);
    expect((await change(body.addressId, { addressName: 'Mine' }, other)).status).toBe(404);
    expect((await deleteAddress(body.addressId, other)).status).toBe(404);
    for (const headers of [{}, { ...belgianShopHeaders, ...createCookieHeader(owner) }]) {
      expect((await call('fetchSavedAddresses', {}, headers)).status).toBe(401);
      expect((await save({}, headers)).status).toBe(401);
      expect((await change(body.addressId, {}, headers)).status).toBe(401);
      expect((await deleteAddress(body.addressId, headers)).status).toBe(401);
    }
    expect(await listAddresses()).toEqual([body]);
  });

  it('is deleted with its account', async () => {
    await save();
    expect((await call('deleteAccount', callInputs.deleteAccount, createCookieHeader(owner))).status).toBe(
      204,
    );
    const rows = await backend.database.$count(accountAddress, eq(accountAddress.accountId, owner.accountId));
    expect(rows).toBe(0);
  });
});
