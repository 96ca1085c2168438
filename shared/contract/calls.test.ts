import { describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import type { CallContract, ContractsOf } from './call-contract.ts';
import { callContracts } from './calls.ts';
import { listProblemCodes } from './list-problem-codes.ts';
import type { CallPath } from './paths/call-path.ts';
import { type CallName, callPaths } from './paths.ts';

const callNames = Object.keys(callPaths) as CallName[];
const open = { summary: '', needs: 'open', isIdempotent: true, answer: null, refusals: [] } as const;

describe('callContracts', () => {
  it('has exactly the calls that have a path', () => {
    expect(Object.keys(callContracts).sort()).toEqual([...callNames].sort());
  });

  it('requires exactly the query parameters that the path requires', () => {
    for (const name of callNames) {
      const { requires = [] }: CallPath = callPaths[name];
      const { query }: CallContract = callContracts[name];
      expect([name, [...requires].sort()]).toEqual([name, [...(query?.required ?? [])].sort()]);
    }
  });

  it('requires exactly the parameters of the path', () => {
    for (const name of callNames) {
      const parts = [...callPaths[name].path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
      const { params }: CallContract = callContracts[name];
      expect([name, [...(params?.required ?? [])].sort()]).toEqual([name, parts.sort()]);
    }
  });

  it('lists no refusal that is derived from other properties of a call', () => {
    for (const name of callNames) {
      const path: CallPath = callPaths[name];
      const contract: CallContract = callContracts[name];
      const derived = listProblemCodes(path, { ...contract, refusals: [] });
      expect([name, contract.refusals.filter((code) => derived.includes(code))]).toEqual([name, []]);
    }
  });
});

describe('ContractsOf', () => {
  it('rejects a contract without permission, refusals, idempotency or answer', () => {
    const { needs, ...withoutPermission } = open;
    const { refusals, ...withoutRefusals } = open;
    const { isIdempotent, ...withoutIdempotency } = open;
    const { answer, ...withoutAnswer } = open;
    const write = { call: { method: 'POST', path: '/api/a', cache: 'never', scoped: true } } as const;
    type Write = ContractsOf<typeof write>;
    // @ts-expect-error
    ({ call: withoutPermission }) satisfies Write;
    // @ts-expect-error
    ({ call: withoutRefusals }) satisfies Write;
    // @ts-expect-error
    ({ call: withoutIdempotency }) satisfies Write;
    // @ts-expect-error
    ({ call: withoutAnswer }) satisfies Write;
    // @ts-expect-error
    ({}) satisfies Write;
    // @ts-expect-error
    ({ call: { ...open, refusals: ['no_such_code'] } }) satisfies Write;
    ({ call: { ...open, needs: 'freshSession', isIdempotent: false } }) satisfies Write;
    expect({ needs, refusals, isIdempotent, answer }).toBeDefined();
  });

  it('rejects a cacheable call of one visitor, and reads and replacements that are not idempotent', () => {
    const read = { call: { method: 'GET', path: '/api/a', cache: 'short', scoped: true } } as const;
    const answer = Type.Object({});
    ({ call: { ...open, answer } }) satisfies ContractsOf<typeof read>;
    // @ts-expect-error
    ({ call: { ...open, answer, needs: 'session' } }) satisfies ContractsOf<typeof read>;
    // @ts-expect-error
    ({ call: open }) satisfies ContractsOf<typeof read>;
    const put = { call: { method: 'PUT', path: '/api/a', cache: 'never', scoped: false } } as const;
    // @ts-expect-error
    ({ call: { ...open, isIdempotent: false } }) satisfies ContractsOf<typeof put>;
    // @ts-expect-error
    ({ call: { ...open, needs: 'cart' } }) satisfies ContractsOf<typeof put>;
    expect(callNames).not.toEqual([]);
  });
});

describe('listProblemCodes', () => {
  const path: CallPath = { method: 'POST', path: '/api/a', cache: 'never', scoped: false };
  // Calls that change data are also rejected for pages of other sites.
  const always = ['validation_failed', 'foreign_request', 'internal_error', 'backend_unavailable'];

  it.each([
    ['nothing', {}, {}, always],
    ['a site scope', {}, { scoped: true }, ['parameter_missing', ...always]],
    ['a path parameter', { params: Type.Object({}) }, {}, ['malformed_url', ...always]],
    [
      'a body',
      { body: Type.Object({}) },
      {},
      ['parameter_missing', 'malformed_json', 'body_too_large', 'unsupported_media_type', ...always],
    ],
    ['access to a cart', { needs: 'cart' as const }, {}, ['not_found', ...always]],
    ['a session', { needs: 'session' as const }, {}, ['not_authenticated', ...always]],
    [
      'a recently confirmed session',
      { needs: 'freshSession' as const },
      {},
      ['not_authenticated', 'reauthentication_required', ...always],
    ],
    ['a staff member', { needs: 'staff' as const }, {}, ['not_authenticated', ...always]],
    ['an idempotency key', { key: 'optional' as const }, {}, ['idempotency_key_reused', ...always]],
    [
      'a required key',
      { key: 'required' as const },
      {},
      ['idempotency_key_reused', 'parameter_missing', ...always],
    ],
    ['a cacheable read', {}, { method: 'GET' as const }, always.filter((code) => code !== 'foreign_request')],
    ['a proof of work', { botCheck: true as const }, {}, ['bot_check_required', ...always]],
    ['refusals of its own', { refusals: ['in_stock' as const] }, {}, ['in_stock', ...always]],
  ])('lists the problem codes of a call with %s', (_what, contract, ownPath, codes) => {
    const found = listProblemCodes({ ...path, ...ownPath }, { ...open, ...contract });
    expect([...found].sort()).toEqual([...codes].sort());
  });
});
