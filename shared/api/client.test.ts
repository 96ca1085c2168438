import { describe, expect, it } from '@jest/globals';
import type { CallContract } from '../contract/call-contract.ts';
import { callContracts } from '../contract/calls.ts';
import type { CallPath } from '../contract/paths/call-path.ts';
import { type CallName, callPaths } from '../contract/paths.ts';
import { type ApiRequest, createApi } from './client.ts';
import { MissingParameterError } from './required-parameter.ts';

const sentRequests: ApiRequest[] = [];
const testApi = createApi((request) => {
  sentRequests.push(request);
  return Promise.resolve();
});
const callNames = Object.keys(callPaths) as CallName[];

type ParameterValues = Readonly<Record<string, unknown>>;
const sendCall = (
  name: CallName,
  input: { params: ParameterValues; query: ParameterValues; body?: unknown },
): unknown => (testApi[name] as (input: unknown) => Promise<unknown>)(input);

/** Creates values for all path parameters and all required query parameters. */
function createCallInput(name: CallName): {
  readonly params: ParameterValues;
  readonly query: ParameterValues;
} {
  const { params, query }: CallContract = callContracts[name];
  const fill = (fields: readonly string[] = []) => Object.fromEntries(fields.map((field) => [field, '7']));
  return { params: fill(params?.required), query: fill(query?.required) };
}

const requiredParameters = callNames.flatMap((name) =>
  Object.entries(createCallInput(name)).flatMap(([part, values]) =>
    Object.keys(values).map((field) => [name, part as 'params' | 'query', field] as const),
  ),
);

describe('createApi', () => {
  it('covers calls with required parameters', () => {
    expect(requiredParameters).toEqual(
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

  it.each(requiredParameters)('rejects %s without %s %s', (name, part, field) => {
    const input = createCallInput(name);
    const { [field]: _left, ...others } = input[part];
    sentRequests.length = 0;
    const fail = (values: ParameterValues) => () => sendCall(name, { ...input, [part]: values });
    expect(fail(others)).toThrow(new MissingParameterError(field, undefined));
    expect(fail(others)).toThrow(`${field} must be defined`);
    expect(fail({ ...others, [field]: undefined })).toThrow(`${field} must be defined`);
    expect(fail({ ...others, [field]: null })).toThrow(`${field} cannot be null`);
    expect(sentRequests).toEqual([]);
    // The empty string, zero and false are values.
    for (const value of ['', 0, false])
      void sendCall(name, { ...input, [part]: { ...others, [field]: value } });
    expect(sentRequests).toHaveLength(3);
  });

  it.each(callNames)('sends the query of %s in the URL or in the body as the contract requires', (name) => {
    const { queryInBody, method }: CallPath = callPaths[name];
    sentRequests.length = 0;
    const body = { some: 'thing' };
    const input = createCallInput(name);
    void sendCall(name, { ...input, body });
    const [request] = sentRequests;
    expect(request?.call.method).toBe(method);
    expect(request?.path).not.toMatch(/[{}]/);
    const query = Object.fromEntries(new URL(request?.path ?? '', 'http://shop').searchParams);
    expect(query).toEqual(queryInBody ? {} : input.query);
    expect(request?.body).toEqual(queryInBody ? input.query : body);
  });
});
