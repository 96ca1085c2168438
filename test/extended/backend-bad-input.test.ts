import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isNull, sql } from 'drizzle-orm';
import { review } from '../../server/backend/schema/schema.ts';
import { callContracts } from '../../shared/contract/calls.ts';
import type { CallPath } from '../../shared/contract/paths/call-path.ts';
import { callPaths } from '../../shared/contract/paths.ts';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { createSignedInAccount } from '../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createBackendCaller, type Headers, type LooseInput } from '../fixtures/call-backend.ts';
import {
  type CallWithInput,
  callInputs,
  callNamesWithInput,
  listFields,
  PRODUCT,
  replaceField,
} from '../fixtures/call-inputs.ts';
import { selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';

/** Values that an attacker may send in a field. */
const attacks: readonly (readonly [name: string, value: string])[] = [
  ['SQL', "x'; drop table product; --"],
  ['SQL that is always true', "1' or '1'='1"],
  ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['a NUL character', 'a\0b'],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['half a surrogate pair', 'a\ud800b'],
  ['a line of a mail head', 'a\r\nBcc: all@stal.example'],
];
/** Attacks that every field must refuse. */
const alwaysRefusedAttacks = new Set(['a NUL character', '10,000 characters']);

/** Number of attacks per field in the short form; the next field gets the next ones. */
const SAMPLED_ATTACK_COUNT = 2;

type InputPart = 'params' | 'query' | 'body';

let backend: BackendFixture;
let currentTimeMs = FIXTURE_NOW.getTime();
const { call, addCartToInput } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

/** Moves the clock by hours and changes the visitor, so that no rate limit answers instead of the checks. */
beforeEach(() => {
  currentTimeMs += 26 * HOUR_MS;
  backend.setNow(new Date(currentTimeMs));
});

const countRows = async () => {
  const { rows } = (await backend.database.execute(sql`
    select (select count(*) from product)::int as products, (select count(*) from site)::int as sites,
      (select count(*) from review where import_key is not null)::int as reviews
  `)) as unknown as { rows: unknown[] };
  return rows;
};

const isInputPart = (part: string | number | undefined): part is InputPart =>
  part === 'params' || part === 'query' || part === 'body';

/** Creates the caller of a call: signed in if the call needs it, with the password from `callInputs`. */
async function createCallerHeaders(name: CallWithInput): Promise<Headers> {
  if (!/session$/i.test(callContracts[name].needs)) return {};
  return { cookie: (await createSignedInAccount(backend, { now: new Date(currentTimeMs) })).cookie };
}

/** The idempotency key of a call is a header: `keyed-calls.test.ts` tests it. */
const fields = callNamesWithInput.flatMap((name) =>
  listFields(callInputs[name]).flatMap(([part, ...path]) =>
    isInputPart(part) ? [[name, part, path] as const] : [],
  ),
);

/** Calls whose input names a record that does not exist. */
const callsOfUnknownRecords = new Set<string>([
  'receiveSession',
  'confirmAccount',
  'openPreview',
  'movePreview',
  'fetchOrder',
  'resetPassword',
  'signIn',
  'confirmNewsletter',
  'confirmStockReminder',
  'confirmReview',
  'fetchMediaItem',
  'requestSiloQuotation',
  'fetchRqsResult',
  'readRqsResult',
  'replaceRqsLink',
  'fetchQsResult',
  'readQsResult',
  'replaceQsLink',
  'changeFeedAdvice',
  'changeSavedAddress',
  'deleteFeedAdvice',
  'deleteSavedAddress',
  'readFeedAdvice',
]);

/** Returns whether a call compares a password with the stored one. */
const requiresPassword = (name: CallWithInput): boolean =>
  [
    'changeEmailAddress',
    'changePassword',
    'confirmAccount',
    'confirmPassword',
    'deleteAccount',
    'signIn',
  ].includes(name);

describe('every field of every call', () => {
  it('has an example value', () => {
    for (const [name, schemas] of Object.entries(callContracts)) {
      for (const part of ['params', 'query', 'body'] as const) {
        const properties =
          part in schemas ? Object.keys(Reflect.get(Reflect.get(schemas, part), 'properties')) : [];
        const tried = Object.keys(Reflect.get(Reflect.get(callInputs, name) ?? {}, part) ?? {});
        // One request has a field for each route kind: all its ids have the same type.
        const missing = properties.filter((property) => !tried.includes(property));
        expect([
          name,
          missing.filter((property) => name !== 'resolveUrl' || !property.endsWith('Id')),
        ]).toEqual([name, []]);
      }
    }
  });

  it.each(callNamesWithInput)('of %s has a valid example', async (name) => {
    const { status } = await call(
      name,
      await addCartToInput(name, callInputs[name]),
      await createCallerHeaders(name),
    );
    // The tokens and the account do not exist, and whole grain is not delivered by silo lorry.
    expect([200, 204, 400, 401, 404]).toContain(status);
    if (!callsOfUnknownRecords.has(name)) {
      expect(status).toBe(callContracts[name].answer === null ? 204 : 200);
    }
  });

  it.each(fields)('%s %s %j stores an attack as text or refuses it', async (name, part, path) => {
    const given = await addCartToInput(name, callInputs[name]);
    const before = await countRows();
    const { queryInBody }: CallPath = callPaths[name];
    // A wrong cart id returns 404, and does not reveal what is wrong with it.
    const isProof = callContracts[name].needs === 'cart' && part === 'params' && path[0] === 'id';
    const isForBoth = part === 'query' && queryInBody === true;
    const index = fields.findIndex(([call, of, at]) => call === name && of === part && at === path);
    const tries = selectRotatedTestCases(attacks, index, SAMPLED_ATTACK_COUNT).flatMap(([attack, typed]) => {
      // A lone surrogate cannot be encoded in a path.
      const value = part === 'params' ? typed.toWellFormed() : typed;
      const input: LooseInput = { ...given, [part]: replaceField(Reflect.get(given, part), path, value) };
      // Our own client sends such a query in the body; other clients may send it in the address.
      return [{ attack, input }, ...(isForBoth ? [{ attack, input: { ...input, body: {} } }] : [])];
    });
    for (const { attack, input } of tries) {
      // Each attempt uses a new caller, because a successful call may end the session.
      const { status, headers, text } = await call(name, input, await createCallerHeaders(name));
      const told = `${attack}: ${status}`;
      if (isProof) expect(told).toMatch(/: 404$/);
      else if (alwaysRefusedAttacks.has(attack)) expect(told).toMatch(/: (400|413|414|431)$/);
      // Wrong passwords are refused as such, and after several attempts without a check.
      else if (requiresPassword(name)) expect(told).toMatch(/: (204|400|401|404|409|429)$/);
      else expect(told).toMatch(/: (200|204|400|404|409)$/);
      if (status === 204) {
        expect([text, headers['content-type']]).toEqual(['', undefined]);
        continue;
      }
      expect(headers['content-type']).toMatch(/^application\/(problem\+)?json/);
      if (status !== 200) {
        expect(headers['content-type']).toContain('problem');
        expect(JSON.parse(text)).toMatchObject({ status, code: expect.stringMatching(/^[a-z_]+$/) });
        // A refusal contains neither the input nor the message of the database.
        expect(text).not.toMatch(/<script|drop table|or '1'|select |syntax error|Bcc/i);
      }
    }
    expect(backend.errors).toEqual([]);
    expect(await countRows()).toEqual(before);
    await backend.database.delete(review).where(isNull(review.importKey));
  });
});

/** The part of a JSON schema that defines the required fields. */
interface ObjectSchema {
  readonly type?: string;
  readonly anyOf?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
}

/** Returns the required fields of a value, including those of nested objects. */
const listRequiredFields = (
  { required = [], properties = {} }: ObjectSchema,
  path: readonly string[] = [],
): string[][] =>
  required.flatMap((name) => [
    [...path, name],
    ...listRequiredFields(properties[name] ?? {}, [...path, name]),
  ]);

const isNullableField = (schema: ObjectSchema, [name, ...rest]: readonly string[]): boolean => {
  const property = schema.properties?.[name ?? ''] ?? {};
  return rest.length > 0
    ? isNullableField(property, rest)
    : property.type === undefined || property.type === 'null';
};

/** Returns a copy of the value without one field. */
function omitField(value: unknown, [name, ...rest]: readonly string[]): unknown {
  const { [name ?? '']: inner, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [name ?? '']: omitField(inner, rest) };
}

const required = callNamesWithInput.flatMap((name) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema: ObjectSchema | undefined = Reflect.get(callContracts[name], part);
    return schema ? listRequiredFields(schema).map((path) => [name, part, path] as const) : [];
  }),
);

describe('required input', () => {
  it('is defined for calls of a cart and for others', () => {
    const listOf = (name: string) =>
      required.filter(([known]) => known === name).map(([, , path]) => path.join('.'));
    expect(listOf('addCartProduct')).toEqual(['productVariantId', 'quantity']);
    expect(listOf('nameRqsSample')).toEqual(['productVariantId', 'sequence', 'samplename']);
    expect(listOf('setParcelShop')).toEqual(['parcelShopId', 'parcelShopZipcodeOrCity']);
    expect(listOf('impersonateCart')).toEqual(['key']);
    expect(listOf('setBilling')).toContain('address.zipcode');
    expect(required.length).toBeGreaterThan(60);
  });

  it.each(required)('%s %s %j is reported if it is missing', async (name, part, path) => {
    const field = path.join('.');
    const given = await addCartToInput(name, callInputs[name]);
    const missing = (detail: string) => ({
      status: 400,
      body: {
        type: 'urn:problem:parameter_missing',
        code: 'parameter_missing',
        detail,
        errors: [{ field, code: 'required', detail }],
      },
    });
    const values = Reflect.get(given, part);
    const without = { ...given, [part]: omitField(values, path) };
    const caller = await createCallerHeaders(name);
    expect(await call(name, without, caller)).toMatchObject(missing(`${field} must be defined`));
    const { queryInBody }: CallPath = callPaths[name];
    if (queryInBody) {
      const inAddress = await call(name, { ...without, body: {} }, caller);
      expect(inAddress).toMatchObject(missing(`${field} must be defined`));
    }
    if ((part === 'query' && !queryInBody) || isNullableField(Reflect.get(callContracts[name], part), path))
      return;
    const asNull = { ...given, [part]: replaceField(values, path, null) };
    expect(await call(name, asNull, caller)).toMatchObject(missing(`${field} cannot be null`));
  });

  it.each(callNamesWithInput.filter((name) => 'body' in callContracts[name]))(
    '%s reports a missing body',
    async (name) => {
      const { body: _body, ...given }: LooseInput = await addCartToInput(name, callInputs[name]);
      expect(await call(name, given, await createCallerHeaders(name))).toMatchObject({
        status: 400,
        body: { code: 'parameter_missing', detail: 'body must be defined' },
      });
    },
  );
});

const callsWithQueryInBody = callNamesWithInput.filter((name) => {
  const { queryInBody }: CallPath = callPaths[name];
  return queryInBody === true;
});

describe('a query that can be sent in the body', () => {
  it('exists for calls with secrets and personal data', () => {
    expect(callsWithQueryInBody).toEqual([
      'impersonateCart',
      'nameRqsSample',
      'setDiscountCode',
      'setAlternativeShipping',
      'setParcelShop',
      'setCartPassword',
      'confirmAccount',
      'checkAccountLink',
      'resendConfirmation',
      'resetPassword',
    ]);
  });

  it.each(callsWithQueryInBody)(
    'has the same effect in the address, in the body and in both: %s',
    async (name) => {
      const results: unknown[] = [];
      for (const way of ['body', 'address', 'both', 'halves'] as const) {
        const given = await addCartToInput(name, callInputs[name]);
        const entries = Object.entries(given.query ?? {});
        const half = Math.ceil(entries.length / 2);
        const wrong = Object.fromEntries(entries.map(([field]) => [field, 'wrong']));
        const input: LooseInput = {
          body: given,
          address: { ...given, body: {} },
          // The value in the address has priority.
          both: { ...given, body: wrong },
          halves: {
            ...given,
            query: Object.fromEntries(entries.slice(0, half)),
            body: Object.fromEntries(entries.slice(half)),
          },
        }[way];
        if ('botCheck' in callContracts[name]) {
          // Moves the clock, so that earlier attempts no longer count.
          currentTimeMs += HOUR_MS;
          backend.setNow(new Date(currentTimeMs));
        }
        const { status, body: answer } = await call(name, input);
        if (callsOfUnknownRecords.has(name)) {
          expect([way, status]).toEqual([way, 400]);
          results.push(answer);
          continue;
        }
        expect([way, status]).toEqual([way, callContracts[name].answer === null ? 204 : 200]);
        const id = given.params?.id;
        if (id === undefined) continue;
        const { body } = await call('fetchCart', { params: { id: String(id) } });
        // Each call has another visitor and network, and some have timestamps.
        const { shoppingcartId: _id, cartNumber: _number, clientIp: _network, ...cart } = body;
        const { created: _created, lastModified: _lastModified, products, ...kept } = cart;
        const names = products.map((line: { rqsSamples: { sampleName: string }[] }) =>
          line.rqsSamples.map(({ sampleName }) => sampleName),
        );
        results.push({ ...kept, names });
      }
      for (const result of results) expect(result).toEqual(results[0]);
    },
  );

  it.each(['[]', '"text"', '1', 'null'])('is refused if the body is %s', async (body) => {
    const given = await addCartToInput('setDiscountCode', callInputs.setDiscountCode);
    const answer = await call('setDiscountCode', { ...given, body }, { 'content-type': 'application/json' });
    expect(answer.status).toBe(400);
  });
});

describe('ids of products that only another site sells', () => {
  /** A site without tests. */
  const uk = { siteid: '4', languageid: '4' };
  let test: { productId: number; productVariantId: number };

  beforeAll(async () => {
    const { body } = await call('searchProducts', {
      body: {
        ...callInputs.searchProducts.body,
        filter: { searchTerm: null, categoryId: 4, filters: [] },
      },
    });
    test = body.items[0];
  });

  it('are known on the site that sells them: a test kit on the Dutch site', async () => {
    expect((await call('fetchProduct', { params: test })).status).toBe(200);
    expect((await call('fetchReviews', { params: test })).status).toBe(200);
  });

  it.each([
    ['fetchProduct', {}],
    ['fetchRelatedProducts', {}],
    ['fetchReviews', {}],
    ['writeReview', { body: callInputs.writeReview.body }],
    ['requestStockReminder', { body: callInputs.requestStockReminder.body }],
  ] as const)(
    'return 404 for %s on a site that does not sell them, as unknown ids do',
    async (name, input) => {
      const foreign = await call(name, { ...input, params: test }, uk);
      const unknown = await call(
        name,
        { ...input, params: { productId: 999_999, productVariantId: 999_999 } },
        uk,
      );
      expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(foreign.body).toEqual(unknown.body);
    },
  );

  it('are left out of a comparison, which returns 404 if no product is left', async () => {
    const both = await call('fetchProducts', { query: { ids: `${test.productId},${PRODUCT}` } }, uk);
    expect(both.body.map(({ productId }: { productId: number }) => productId)).toEqual([PRODUCT]);
    const none = await call('fetchProducts', { query: { ids: `${test.productId}` } }, uk);
    expect(none).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('have no address, search result, suggestion or related product there', async () => {
    const found = await call(
      'resolveUrl',
      { body: { kind: 'productDetail', productVariantId: test.productVariantId, siteId: 4 } },
      uk,
    );
    expect(found.status).toBe(404);
    const { body } = await call(
      'searchProducts',
      {
        body: {
          ...callInputs.searchProducts.body,
          filter: { searchTerm: 'test', categoryId: null, filters: [] },
        },
      },
      uk,
    );
    expect(body.items.map(({ productId }: { productId: number }) => productId)).not.toContain(test.productId);
  });
});

describe('a comparison of 30 products', () => {
  it.each([
    ['ids', Array.from({ length: 30 }, (_, index) => 101 + index).join(',')],
    ['times the same id', Array.from({ length: 30 }, () => PRODUCT).join(',')],
  ])('%s is refused with the name of the field', async (_what, ids) => {
    expect(await call('fetchProducts', { query: { ids } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'ids' }] },
    });
  });
});
