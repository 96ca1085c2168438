import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isNull, sql } from 'drizzle-orm';
import request from 'supertest';
import { review } from '../../server/backend/database/schema.ts';
import { createCallPath } from '../../shared/api/client.ts';
import { callContracts } from '../../shared/contract/calls.ts';
import { callPaths } from '../../shared/contract/paths.ts';
import { type BackendFixture, FIXTURE_NOW, openBackend } from '../fixtures/backend-app.ts';
import {
  type CallWithInput,
  callInputs,
  callNames,
  listFields,
  PRODUCT,
  replaceField,
} from '../fixtures/call-inputs.ts';

/** What may stand in a field that somebody wants to break something with. */
const attacks: readonly (readonly [name: string, value: string])[] = [
  ['SQL', "x'; drop table product; --"],
  ['SQL that is always true', "1' or '1'='1"],
  ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['a NUL character', 'a\0b'],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['half a character', 'a\ud800b'],
  ['a line of a mail head', 'a\r\nBcc: all@stal.example'],
];
/** What only makes sense to refuse, in whichever field. */
const neverTaken = new Set(['a NUL character', '10,000 characters']);

type Part = 'params' | 'query' | 'body';

let backend: BackendFixture;
let moment = FIXTURE_NOW.getTime();
let visitor = 0;

beforeAll(async () => {
  backend = await openBackend();
});

afterAll(() => backend?.close());

/** Hours apart and from another visitor each time, so that no limit answers in place of the checks. */
beforeEach(() => {
  moment += 26 * 3_600_000;
  backend.setNow(new Date(moment));
});

async function call(
  name: CallWithInput,
  input: Partial<Record<Part, unknown>>,
  scope = { siteid: '1', languageid: '4' },
) {
  visitor += 1;
  const { method, path } = callPaths[name];
  const target = createCallPath(path, input as Parameters<typeof createCallPath>[1]);
  const agent = request(backend.app);
  const asking = method === 'GET' ? agent.get(target) : agent.post(target);
  asking.set({ ...scope, 'x-forwarded-for': `198.51.${Math.floor(visitor / 250)}.${visitor % 250}` });
  return 'body' in input ? asking.send(input.body as object) : asking;
}

const countRows = async () => {
  const { rows } = (await backend.database.execute(sql`
    select (select count(*) from product)::int as products, (select count(*) from site)::int as sites,
      (select count(*) from review where import_key is not null)::int as reviews
  `)) as unknown as { rows: unknown[] };
  return rows;
};

const fields = callNames.flatMap((name) =>
  listFields(callInputs[name]).map(([part, ...path]) => [name, part as Part, path] as const),
);

describe('every field of every call', () => {
  it('is among those that are tried', () => {
    for (const [name, schemas] of Object.entries(callContracts)) {
      for (const part of ['params', 'query', 'body'] as const) {
        const properties =
          part in schemas ? Object.keys(Reflect.get(Reflect.get(schemas, part), 'properties')) : [];
        const tried = Object.keys(Reflect.get(Reflect.get(callInputs, name) ?? {}, part) ?? {});
        // The one question that has a field for each kind of page: its ids are all of one type.
        const missing = properties.filter((property) => !tried.includes(property));
        expect([
          name,
          missing.filter((property) => name !== 'resolveUrl' || !property.endsWith('Id')),
        ]).toEqual([name, []]);
      }
    }
  });

  it.each(callNames)('of %s is fine as it is here', async (name) => {
    const { status } = await call(name, callInputs[name]);
    // The tokens are of nobody, and whole grain is not delivered by lorry.
    expect([200, 204, 400, 404]).toContain(status);
    if (!['confirmStockReminder', 'confirmReview', 'fetchMediaItem', 'requestSiloQuotation'].includes(name)) {
      expect(status).toBe(callContracts[name].answer === null ? 204 : 200);
    }
  });

  it.each(fields)('%s %s %j takes an attack for words, or refuses it', async (name, part, path) => {
    const before = await countRows();
    for (const [attack, typed] of attacks) {
      // Half a character has no form in a path.
      const value = part === 'params' ? typed.toWellFormed() : typed;
      const input = {
        ...callInputs[name],
        [part]: replaceField(Reflect.get(callInputs[name], part), path, value),
      };
      const { status, headers, text } = await call(name, input);
      const told = `${attack}: ${status}`;
      if (neverTaken.has(attack)) expect(told).toMatch(/: (400|413|414|431)$/);
      else expect(told).toMatch(/: (200|204|400|404)$/);
      if (status === 204) {
        expect([text, headers['content-type']]).toEqual(['', undefined]);
        continue;
      }
      expect(headers['content-type']).toMatch(/^application\/(problem\+)?json/);
      if (status !== 200) {
        expect(headers['content-type']).toContain('problem');
        expect(JSON.parse(text)).toMatchObject({ status, code: expect.stringMatching(/^[a-z_]+$/) });
        // A refusal does not hand back what was sent, nor what the database thought of it.
        expect(text).not.toMatch(/<script|drop table|or '1'|select |syntax error|Bcc/i);
      }
    }
    expect(backend.errors).toEqual([]);
    expect(await countRows()).toEqual(before);
    await backend.database.delete(review).where(isNull(review.importKey));
  });
});

describe('ids of what another site sells', () => {
  /** Sells no tests. */
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

  it('are known where it is sold: a test kit on the Dutch site', async () => {
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
    'are 404 for %s on a site that does not sell it, as if they did not exist',
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

  it('are left out of a comparison, which is 404 where nothing is left', async () => {
    const both = await call('fetchProducts', { query: { ids: `${test.productId},${PRODUCT}` } }, uk);
    expect(both.body.map(({ productId }: { productId: number }) => productId)).toEqual([PRODUCT]);
    const none = await call('fetchProducts', { query: { ids: `${test.productId}` } }, uk);
    expect(none).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('have no address there, and no hit, suggestion or related product', async () => {
    const found = await call('resolveUrl', { body: { kind: 'productDetail', ...test, siteId: 4 } }, uk);
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

describe('a comparison of 30', () => {
  it.each([
    ['ids', Array.from({ length: 30 }, (_, index) => 101 + index).join(',')],
    ['times the same id', Array.from({ length: 30 }, () => PRODUCT).join(',')],
  ])('%s is refused, and says which field is wrong', async (_what, ids) => {
    expect(await call('fetchProducts', { query: { ids } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ field: 'ids' }] },
    });
  });
});
