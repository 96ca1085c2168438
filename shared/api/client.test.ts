import { describe, expect, it } from '@jest/globals';
import type { CallContract } from '../contract/call-contract.ts';
import { callContracts } from '../contract/calls.ts';
import type { CallPath } from '../contract/paths/call-path.ts';
import { type CallName, callPaths } from '../contract/paths.ts';
import { type ApiRequest, createApi } from './client.ts';
import { MissingParameterError } from './required-parameter.ts';

const sent: ApiRequest[] = [];
const api = createApi((request) => {
  sent.push(request);
  return Promise.resolve();
});
const names = Object.keys(callPaths) as CallName[];

type Values = Readonly<Record<string, unknown>>;
const send = (name: CallName, input: { params: Values; query: Values; body?: unknown }): unknown =>
  (api[name] as (input: unknown) => Promise<unknown>)(input);

/** Creates values for all path parameters and all required query parameters. */
function createInput(name: CallName): { readonly params: Values; readonly query: Values } {
  const { params, query }: CallContract = callContracts[name];
  const fill = (fields: readonly string[] = []) => Object.fromEntries(fields.map((field) => [field, '7']));
  return { params: fill(params?.required), query: fill(query?.required) };
}

const needed = names.flatMap((name) =>
  Object.entries(createInput(name)).flatMap(([part, values]) =>
    Object.keys(values).map((field) => [name, part as 'params' | 'query', field] as const),
  ),
);

describe('createApi', () => {
  it('covers calls with required parameters', () => {
    expect(needed).toEqual(
      expect.arrayContaining([
        ['fetchCart', 'params', 'id'],
        ['addCartProduct', 'query', 'quantity'],
        ['nameRqsSample', 'query', 'samplename'],
        ['setAlternativeShipping', 'query', 'alternativeShippingAddress'],
        ['setNewsletter', 'query', 'subscribe'],
        ['reportConversion', 'query', 'mailCampaignId'],
        ['checkLocalization', 'query', 'countryCode'],
      ]),
    );
  });

  it.each(needed)('rejects %s without %s %s', (name, part, field) => {
    const input = createInput(name);
    const { [field]: _left, ...others } = input[part];
    sent.length = 0;
    const fail = (values: Values) => () => send(name, { ...input, [part]: values });
    expect(fail(others)).toThrow(new MissingParameterError(field, undefined));
    expect(fail(others)).toThrow(`${field} must be defined`);
    expect(fail({ ...others, [field]: undefined })).toThrow(`${field} must be defined`);
    expect(fail({ ...others, [field]: null })).toThrow(`${field} cannot be null`);
    expect(sent).toEqual([]);
    // The empty string, zero and false are values.
    for (const value of ['', 0, false]) void send(name, { ...input, [part]: { ...others, [field]: value } });
    expect(sent).toHaveLength(3);
  });

  it.each(names)('sends the query of %s in the URL or in the body as the contract requires', (name) => {
    const { queryInBody, method }: CallPath = callPaths[name];
    sent.length = 0;
    const body = { some: 'thing' };
    const input = createInput(name);
    void send(name, { ...input, body });
    const [request] = sent;
    expect(request?.call.method).toBe(method);
    expect(request?.path).not.toMatch(/[{}]/);
    const query = Object.fromEntries(new URL(request?.path ?? '', 'http://shop').searchParams);
    expect(query).toEqual(queryInBody ? {} : input.query);
    expect(request?.body).toEqual(queryInBody ? input.query : body);
  });
});
