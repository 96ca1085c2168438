import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallContract, CallNeed } from '../../shared/contract/call-contract.ts';
import { callContracts } from '../../shared/contract/calls.ts';
import { type CallName, callPaths } from '../../shared/contract/paths.ts';
import { type BackendFixture, openBackend } from '../fixtures/backend-app.ts';
import { belgianShop, createCallBackend, dutchShop } from '../fixtures/call-backend.ts';
import { callInputs } from '../fixtures/call-inputs.ts';

let backend: BackendFixture;
const { call, giveCart } = createCallBackend(() => backend);

beforeAll(async () => {
  backend = await openBackend();
});

afterAll(() => backend.close());

const names = Object.keys(callPaths) as CallName[];
const unknownKey = 'A'.repeat(43);

/** What somebody brings along who may do nothing that asks for a proof. */
const strangers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nobody: {},
  'a session that is unknown': { cookie: `sid=${unknownKey}; signedin=1` },
  'a session over https that is unknown': {
    cookie: `__Host-sid=${unknownKey}`,
    'x-forwarded-proto': 'https',
  },
  'a cart that is nobody’s': { cookie: `cart=${unknownKey}` },
  'a token that was guessed': { authorization: `Bearer ${unknownKey}` },
  'all of them': { cookie: `sid=${unknownKey}; cart=${unknownKey}`, authorization: `Bearer ${unknownKey}` },
};

const refusals: Readonly<Record<Exclude<CallNeed, 'open'>, object>> = {
  cart: { status: 404, code: 'not_found' },
  session: { status: 401, code: 'not_authenticated' },
  freshSession: { status: 401, code: 'not_authenticated' },
  keeper: { status: 401, code: 'not_authenticated' },
};

const getInput = (name: CallName): object => Reflect.get(callInputs, name) ?? {};

describe.each(Object.entries(strangers))('who brings %s', (_who, headers) => {
  it.each(names)('gets of %s what the contract says', async (name) => {
    const { needs, answer }: CallContract = callContracts[name];
    const { status, body, headers: told } = await call(name, getInput(name), headers);
    if (needs === 'open') {
      // The tokens of `callInputs` are of nobody, and their articles and lorries not of this site.
      const success = answer === null ? 204 : 200;
      expect([success, 400, 401, 404, 429]).toContain(status);
      if (status === 401) expect(body.code).toBe('invalid_credentials');
    } else expect({ status, code: body.code }).toEqual(refusals[needs]);
    // One gives a stranger something of their own, and one takes away what is of nobody.
    if (name !== 'createCart' && name !== 'signOut') expect(told).not.toHaveProperty('set-cookie');
    expect(backend.errors).toEqual([]);
  });
});

const ofCarts = names.filter((name) => callContracts[name].needs === 'cart');

describe('who has the id of a cart', () => {
  it.each(ofCarts)('is let in by %s, on the site of the cart alone', async (name) => {
    const input = await giveCart(name, getInput(name));
    expect(await call(name, input, belgianShop)).toMatchObject({
      status: 404,
      body: { type: 'urn:problem:not_found', code: 'not_found' },
    });
    expect((await call(name, input, dutchShop)).status).toBe(callContracts[name].answer === null ? 204 : 200);
  });

  it.each(ofCarts)(
    'is not let in by %s for the cookie of a cart, where the path names another',
    async (name) => {
      const own = await giveCart(name, getInput(name));
      const cookie = `cart=${own.params?.id}`;
      expect((await call(name, getInput(name), { cookie })).status).toBe(404);
    },
  );
});
