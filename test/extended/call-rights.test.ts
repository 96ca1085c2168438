import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { accountSession, cart } from '../../server/backend/schema/schema.ts';
import type { CallContract, CallPermission } from '../../shared/contract/call-contract.ts';
import { callContracts } from '../../shared/contract/calls.ts';
import { type CallName, callPaths } from '../../shared/contract/paths.ts';
import { DAY_MS, HOUR_MS } from '../../shared/rules/durations.ts';
import { createSignedInAccount, type SignedInCustomer } from '../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import {
  belgianShopHeaders,
  createBackendCaller,
  dutchShopHeaders,
  type LooseInput,
} from '../fixtures/call-backend.ts';
import { callInputs } from '../fixtures/call-inputs.ts';
import { insertLabResult } from '../fixtures/lab-results.ts';
import { selectRotatedTestCases, selectTestCases } from '../fixtures/test-case-sampling.ts';
import { insertWholeOrder } from '../fixtures/whole-orders.ts';

let backend: BackendFixture;
const { call, addCartToInput, openCart, openImpersonation } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend.close());

const names = Object.keys(callPaths) as CallName[];
const unknownKey = 'A'.repeat(43);

/** Credentials that give no access to calls that need a proof. */
const invalidCredentialHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nobody: {},
  'an unknown session': { cookie: `sid=${unknownKey}; signedin=1` },
  'an unknown session over https': {
    cookie: `__Host-sid=${unknownKey}`,
    'x-forwarded-proto': 'https',
  },
  'an unknown cart': { cookie: `cart=${unknownKey}` },
  'a guessed token': { authorization: `Bearer ${unknownKey}` },
  'an unknown session, an unknown cart and a guessed token': {
    cookie: `sid=${unknownKey}; cart=${unknownKey}`,
    authorization: `Bearer ${unknownKey}`,
  },
};

const refusalsByPermission: Readonly<Record<Exclude<CallPermission, 'open'>, object>> = {
  cart: { status: 404, code: 'not_found' },
  session: { status: 401, code: 'not_authenticated' },
  freshSession: { status: 401, code: 'not_authenticated' },
  staff: { status: 401, code: 'not_authenticated' },
};

const getCallInput = (name: CallName): object => Reflect.get(callInputs, name) ?? {};

describe.each(Object.entries(invalidCredentialHeaders))('a caller with %s', (who, headers) => {
  // In the short form, each call is tested with two of them.
  it.each(selectTestCases(names, 3, Object.keys(invalidCredentialHeaders).indexOf(who)))(
    'gets from %s the response of the contract',
    async (name) => {
      const { needs, answer }: CallContract = callContracts[name];
      const { status, body, headers: told } = await call(name, getCallInput(name), headers);
      if (needs === 'open') {
        // The tokens of `callInputs` do not exist, and their articles and silo deliveries belong to another
        // site.
        const success = answer === null ? 204 : 200;
        expect([success, 400, 401, 404, 429]).toContain(status);
        if (status === 401) expect(body.code).toBe('invalid_credentials');
      } else expect({ status, code: body.code }).toEqual(refusalsByPermission[needs]);
      // These create a cart for the caller, or end a session or preview that does not exist.
      if (!['createCart', 'signOut', 'isAuthenticated', 'leavePreview'].includes(name))
        expect(told).not.toHaveProperty('set-cookie');
      expect(backend.errors).toEqual([]);
    },
  );
});

const cartCallNames = names.filter((name) => callContracts[name].needs === 'cart');

describe('a caller with the id of a cart', () => {
  it.each(cartCallNames)('has access by %s, on the site of the cart only', async (name) => {
    const input = await addCartToInput(name, getCallInput(name));
    expect(await call(name, input, belgianShopHeaders)).toMatchObject({
      status: 404,
      body: { type: 'urn:problem:not_found', code: 'not_found' },
    });
    expect((await call(name, input, dutchShopHeaders)).status).toBe(
      callContracts[name].answer === null ? 204 : 200,
    );
  });

  it.each(cartCallNames)(
    'has no access by %s with the cookie of a cart if the path names another',
    async (name) => {
      const own = await addCartToInput(name, getCallInput(name));
      const cookie = `cart=${own.params?.id}`;
      expect((await call(name, getCallInput(name), { cookie })).status).toBe(404);
    },
  );
});

/** Callers of a call for data of the owner. */
const callerKinds = [
  'an anonymous visitor',
  'another customer',
  'the owner on another site',
  'an expired session',
  'a session that was signed out',
  'an employee who looks at a cart',
  'the owner',
] as const;
type CallerKind = (typeof callerKinds)[number];

/**
 * Callers of a call: in the short form two of the others, and always the owner as the last, who may end the
 * session.
 */
const selectCallerKinds = (name: CallName): readonly CallerKind[] => [
  ...selectRotatedTestCases(
    callerKinds.filter((actor) => actor !== 'the owner'),
    names.indexOf(name),
    2,
  ),
  'the owner',
];

/** String in all data of the owner, and nowhere else. */
const OWNER_MARKER = 'zqxowner';

type CallContracts = typeof callContracts;
type CallPaths = typeof callPaths;
/** Open calls whose response depends on the caller. */
type CallerDependentCall = {
  [N in CallName]: CallContracts[N]['needs'] extends 'open'
    ? CallPaths[N]['cache'] extends 'never'
      ? N
      : never
    : never;
}[CallName];
/** Calls of a signed-in customer that name a record. */
type CallWithRecordId = {
  [N in CallName]: CallContracts[N]['needs'] extends 'session' | 'freshSession'
    ? 'params' extends keyof CallContracts[N]
      ? N
      : never
    : never;
}[CallName];

/**
 * Access of each open call, to be decided for every new one: data of the caller only ('own'); an order, for
 * its owner or the holder of its token ('order'); or the data that a token or key in the input gives access
 * to ('token').
 */
const accessByOpenCall: { readonly [N in CallerDependentCall]: 'own' | 'order' | 'token' } = {
  calculateFeedAdvice: 'token',
  calculateProducts: 'own',
  calculateProducts2: 'own',
  cancelOrder: 'order',
  checkAccountLink: 'token',
  checkLocalization: 'own',
  confirmAccount: 'token',
  confirmNewsletter: 'token',
  confirmReview: 'token',
  confirmStockReminder: 'token',
  createCart: 'own',
  createWithdrawal: 'own',
  endNewsletter: 'token',
  endStockReminder: 'token',
  fetchBotCheck: 'own',
  fetchDealers: 'own',
  fetchLastOrder: 'own',
  fetchOrderStatus: 'token',
  fetchParcelShops: 'own',
  fetchPreview: 'own',
  fetchQsResult: 'token',
  fetchRqsResult: 'token',
  forgotPassword: 'own',
  impersonateCart: 'token',
  isAuthenticated: 'own',
  leavePreview: 'own',
  lookUpAddress: 'own',
  movePreview: 'token',
  openPreview: 'token',
  receiveCart: 'token',
  receiveSession: 'token',
  registerAccount: 'own',
  reorder: 'order',
  reportConversion: 'own',
  requestNewsletter: 'own',
  requestSiloQuotation: 'own',
  requestStockReminder: 'own',
  resendConfirmation: 'own',
  resetPassword: 'token',
  resolveUrl: 'own',
  signIn: 'own',
  signOut: 'own',
  startOrderPayment: 'order',
  writeReview: 'own',
};

/** Status for another customer who names a record of the owner. */
const statusesForOtherCustomers: { readonly [N in CallWithRecordId]: number } = {
  changeFeedAdvice: 404,
  changeSavedAddress: 404,
  deleteFeedAdvice: 404,
  deleteSavedAddress: 404,
  fetchOrder: 404,
  readFeedAdvice: 404,
  // As for an ended session: the response does not reveal whether there was one.
  endSession: 204,
  readQsResult: 404,
  readRqsResult: 404,
  replaceQsLink: 404,
  replaceRqsLink: 404,
};

/** The data of the owner, and the callers. */
interface OwnerFixture {
  readonly input: LooseInput;
  readonly owner: SignedInCustomer;
  /** Alias under which an employee views the owner's cart; null if the call needs none. */
  readonly alias: string | null;
  readonly headers: Readonly<Record<CallerKind, Readonly<Record<string, string>>>>;
}

/** Lets the only session of an account expire. */
async function expire(accountId: string): Promise<void> {
  const longAgo = new Date(FIXTURE_NOW.getTime() - 365 * DAY_MS);
  await backend.database
    .update(accountSession)
    .set({ createdAt: longAgo, lastSeenAt: longAgo })
    .where(eq(accountSession.accountId, accountId));
}

/** Signs the owner in again. */
async function startSession(accountId: string): Promise<string> {
  const cookies = await backend.database.transaction('sign-in', (transaction) =>
    backend.shop.sessions.begin(transaction, {
      accountId,
      isKept: false,
      origin: { userAgent: null, network: null },
      now: FIXTURE_NOW,
    }),
  );
  return `sid=${cookies.find(({ name }) => name === 'session')?.value}`;
}

/** Returns the cart number for a cart id. */
async function fetchCartNumber(id: string): Promise<number> {
  return (await call('fetchCart', { params: { id } })).body.cartNumber;
}

/** Returns an alias under which an employee views a cart for an hour. */
async function createCartAlias(id: string): Promise<string> {
  const { body } = await call('impersonateCart', { query: { key: await openImpersonation(id) } });
  return body.shoppingcartId;
}

/** Saves a ration and returns its id. */
async function saveAdvice(cookie: string): Promise<string> {
  const { body } = await call('saveFeedAdvice', getCallInput('saveFeedAdvice'), { cookie });
  return body.adviceId;
}

/** Saves an address and returns its id. */
async function saveAddress(cookie: string): Promise<string> {
  const { body } = await call('saveAddress', getCallInput('saveAddress'), { cookie });
  return body.addressId;
}

/** Creates an input for a record of an owner, and all its callers. */
async function createOwnerFixture(name: CallName): Promise<OwnerFixture> {
  const owner = await createSignedInAccount(backend, { firstName: OWNER_MARKER, lastName: OWNER_MARKER });
  const { accountId } = owner;
  const expired = await createSignedInAccount(backend);
  await expire(expired.accountId);
  const left = await startSession(accountId);
  expect((await call('signOut', {}, { cookie: left })).status).toBe(204);
  const ofAnother = await createCartAlias(await openCart());
  const { orderId } = await insertWholeOrder(backend.database, {
    statuses: ['created', 'open'],
    changes: { accountId, trackingUrl: `https://carrier.example/${OWNER_MARKER}` },
  });
  const given: LooseInput = getCallInput(name);
  const { needs }: CallContract = callContracts[name];
  const { key: resultKey } = await insertLabResult(backend.database, /Qs/.test(name) ? 'qs' : 'rqs', {
    sample: { accountId, sampleName: OWNER_MARKER },
  });
  const isOfResult = given.params?.key !== undefined && callContracts[name].needs === 'session';
  const isOfOrder = Reflect.get(accessByOpenCall, name) === 'order' || name === 'fetchOrder';
  const isOfAdvice = /^\/api\/feedadvice\/\{id\}/.test(callPaths[name].path);
  const isOfAddress = callPaths[name].path.includes('{addressId}');
  const input = isOfAddress
    ? { ...given, params: { addressId: await saveAddress(owner.cookie) } }
    : isOfAdvice
      ? { ...given, params: { id: await saveAdvice(owner.cookie) } }
      : isOfOrder
        ? { ...given, params: { orderId }, ...(given.body !== undefined && { body: {} }) }
        : isOfResult
          ? { ...given, params: { key: resultKey } }
          : await addCartToInput(name, given);
  let alias: string | null = null;
  if (needs === 'cart') {
    // Before the cart belongs to the owner: afterwards its id gives no access.
    alias = await createCartAlias(String(input.params?.id));
    const cartId = await fetchCartNumber(String(input.params?.id));
    await backend.database
      .update(cart)
      .set({ accountId, storeId: OWNER_MARKER })
      .where(eq(cart.cartId, cartId));
  }
  return {
    input,
    owner,
    alias,
    headers: {
      'an anonymous visitor': {},
      'another customer': { cookie: (await createSignedInAccount(backend)).cookie },
      'the owner on another site': { ...belgianShopHeaders, cookie: owner.cookie },
      'an expired session': { cookie: expired.cookie },
      'a session that was signed out': { cookie: left },
      'an employee who looks at a cart': { cookie: `cart=${ofAnother}` },
      'the owner': { cookie: owner.cookie },
    },
  };
}

const getSuccessStatus = (name: CallName) => (callContracts[name].answer === null ? 204 : 200);

/** Returns the expected status of a caller for calls that need a proof, and for those of an order. */
function getExpectedStatus(name: CallName, actor: CallerKind): number {
  const { needs }: CallContract = callContracts[name];
  if (actor === 'the owner') return getSuccessStatus(name);
  if (needs === 'cart' || Reflect.get(accessByOpenCall, name) === 'order') return 404;
  if (actor !== 'another customer') return 401;
  return Reflect.get(statusesForOtherCustomers, name) ?? getSuccessStatus(name);
}

const requiresProof = (name: CallName) =>
  callContracts[name].needs !== 'open' || Reflect.get(accessByOpenCall, name) === 'order';

describe('data of an owner', () => {
  it.each(names.filter(requiresProof))('is available by %s to its owner only', async (name) => {
    const { input, headers, owner } = await createOwnerFixture(name);
    const told: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const actor of selectCallerKinds(name)) {
      const { status, text } = await call(name, input, headers[actor]);
      told[actor] = status;
      expected[actor] = getExpectedStatus(name, actor);
      if (actor !== 'the owner') {
        expect(text).not.toContain(OWNER_MARKER);
        expect(text).not.toContain(owner.accountId);
      }
    }
    expect(told).toEqual(expected);
    expect(backend.errors).toEqual([]);
  });

  it.each(cartCallNames)('is available by %s to an employee with an alias, for an hour', async (name) => {
    const { input, alias } = await createOwnerFixture(name);
    const aliased = { ...input, params: { ...input.params, id: alias ?? '' } };
    backend.setNow(new Date(FIXTURE_NOW.getTime() + HOUR_MS));
    expect((await call(name, aliased)).status).toBe(404);
    backend.setNow(FIXTURE_NOW);
    expect((await call(name, aliased, belgianShopHeaders)).status).toBe(404);
    expect((await call(name, aliased)).status).toBe(getSuccessStatus(name));
  });

  it.each(names.filter((name) => !requiresProof(name)))(
    'is not returned by the open call %s',
    async (name) => {
      const { input, headers, owner } = await createOwnerFixture(name);
      const first = await call(name, input, headers['an anonymous visitor']);
      for (const actor of selectCallerKinds(name)) {
        const { status, text } = await call(name, input, headers[actor]);
        expect([actor, status < 500]).toEqual([actor, true]);
        if (callPaths[name].cache !== 'never' && actor !== 'the owner on another site') {
          expect([actor, status, text]).toEqual([actor, first.status, first.text]);
        }
        if (actor === 'the owner') continue;
        expect(text).not.toContain(OWNER_MARKER);
        expect(text).not.toContain(owner.accountId);
      }
      expect(backend.errors).toEqual([]);
    },
  );
});
