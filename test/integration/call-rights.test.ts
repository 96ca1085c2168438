import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createCallPath } from '../../shared/api/client.ts';
import type { CallContract, CallNeed } from '../../shared/contract/call-contract.ts';
import { callContracts } from '../../shared/contract/calls.ts';
import { type CallName, callPaths } from '../../shared/contract/paths.ts';
import { type BackendFixture, openBackend } from '../fixtures/backend-app.ts';
import { callInputs } from '../fixtures/call-inputs.ts';

let backend: BackendFixture;
let visitor = 0;

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

async function call(name: CallName, headers: Readonly<Record<string, string>>) {
  visitor += 1;
  const input: object = Reflect.get(callInputs, name) ?? {};
  const { method, path } = callPaths[name];
  const target = createCallPath(path, input as Parameters<typeof createCallPath>[1]);
  const agent = request(backend.app);
  const asking = method === 'GET' ? agent.get(target) : agent.post(target);
  asking.set({
    siteid: '1',
    languageid: '4',
    'x-forwarded-for': `198.51.${Math.floor(visitor / 250)}.${visitor % 250}`,
    ...headers,
  });
  return 'body' in input ? asking.send(input.body as object) : asking;
}

describe.each(Object.entries(strangers))('who brings %s', (_who, headers) => {
  it.each(names)('gets of %s what the contract says', async (name) => {
    const { needs, answer }: CallContract = callContracts[name];
    const { status, body, headers: told } = await call(name, headers);
    if (needs === 'open') {
      // The tokens of `callInputs` are of nobody, and their articles and lorries not of this site.
      const success = answer === null ? 204 : 200;
      expect([success, 400, 404, 429]).toContain(status);
    } else expect({ status, code: body.code }).toEqual(refusals[needs]);
    expect(told).not.toHaveProperty('set-cookie');
    expect(backend.errors).toEqual([]);
  });
});
