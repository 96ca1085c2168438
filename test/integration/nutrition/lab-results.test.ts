import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { createKeyRing } from '../../../server/backend/core/security/key-ring.ts';
import { createLinkTokens } from '../../../server/backend/core/security/link-tokens.ts';
import { hashToken } from '../../../server/backend/core/security/token.ts';
import { deriveReportKey, isReportKeyOf } from '../../../server/backend/nutrition/lab-results/report-keys.ts';
import type { HygieneScanResultValues } from '../../../server/backend/nutrition/lab-results/tables.ts';
import { labResult, roughageSample } from '../../../server/backend/schema/schema.ts';
import { createSignedInAccount } from '../../fixtures/accounts.ts';
import {
  type BackendFixture,
  FIXTURE_NOW,
  fixtureLinkTokens,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller } from '../../fixtures/call-backend.ts';
import { dumpTables } from '../../fixtures/dump-tables.ts';
import { insertLabResult, raisedHayCounts, sweetHay } from '../../fixtures/lab-results.ts';
import { createLine, insertWholeOrder } from '../../fixtures/whole-orders.ts';

let backend: BackendFixture;
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend.close());

const headersWithoutTests = { siteid: '4', languageid: '4' };
const fetchRqs = (key: string, headers = {}) => call('fetchRqsResult', { params: { key } }, headers);
const fetchQs = (key: string, headers = {}) => call('fetchQsResult', { params: { key } }, headers);

/** Inserts a bought pair of tests of one batch, both with results. */
async function insertTestedBatch(
  accountId: string,
  counts: HygieneScanResultValues = raisedHayCounts,
  otherName = 'South field',
) {
  const line = (position: number, productType: 4 | 5) =>
    createLine({
      position,
      productId: 172,
      productVariantId: 1086,
      productType,
      quantity: 1,
      isSentAsParcel: false,
    });
  const { orderId, orderNumber } = await insertWholeOrder(backend.database, {
    changes: { accountId },
    lines: [line(1, 4), line(2, 5)],
    sampleNames: { 1: ['South field'], 2: [otherName] },
  });
  const of = (linePosition: number) => ({
    accountId,
    orderId,
    linePosition,
    sequence: 1,
    sampleName: 'South field',
  });
  return {
    orderNumber,
    rqs: await insertLabResult(backend.database, 'rqs', { sample: of(1) }),
    qs: await insertLabResult(backend.database, 'qs', {
      sample: { ...of(2), sampleName: otherName },
      result: { qs: counts },
    }),
  };
}

describe('a result', () => {
  it('is returned for its key, with its verdicts, and with the other test of its batch', async () => {
    const { accountId, cookie } = await createSignedInAccount(backend);
    const { rqs, qs } = await insertTestedBatch(accountId);
    const { status, body, headers } = await fetchRqs(rqs.key);
    expect(status).toBe(200);
    expect(headers['cache-control']).toMatch(/no-store|private/);
    expect(body).toMatchObject({
      sampleNumber: rqs.sampleNumber,
      sampleName: 'South field',
      type: 'hay',
      energyLevel: 'medium',
      version: 1,
      isOwn: false,
      hasStorageRisk: false,
      otherKey: qs.key,
      hygiene: { grade: 'B', key: qs.key },
    });
    const verdicts = body.values.map(({ parameter, verdict }: Record<string, string>) => [
      parameter,
      verdict,
    ]);
    expect(Object.fromEntries(verdicts)).toEqual({
      dryMatterPct: 'normal',
      moisturePct: 'normal',
      crudeProtein: 'normal',
      sugar: 'high',
      crudeFibre: 'low',
      energyDE: 'high',
      energyEWpa: 'high',
    });
    expect((await fetchRqs(rqs.key, { cookie })).body.isOwn).toBe(true);
    expect((await fetchQs(qs.key)).body).toMatchObject({
      grade: 'B',
      germCount: 44_200_000,
      moisturePct: 12.1,
      adviceEffect: 'notice',
      otherKey: rqs.key,
    });
    expect((await fetchRqs(rqs.key, belgianShopHeaders)).status).toBe(200);
  });

  it.each([
    ['is unknown', () => 'A'.repeat(22)],
    ['is truncated', (key: string) => key.slice(0, -1)],
    ['has additional characters', (key: string) => `${key}A`],
    ['is in another case', (key: string) => key.toLowerCase().replace(/^./, (c) => (c === 'z' ? 'y' : 'z'))],
    ['is oversized', () => 'A'.repeat(90)],
  ])('returns 404 for a key that %s', async (_what, change) => {
    const { key } = await insertLabResult(backend.database, 'rqs');
    expect((await fetchRqs(change(key))).body).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('returns 404 for a key of the other type, on a site without tests, and before it exists', async () => {
    const { key, sampleId } = await insertLabResult(backend.database, 'rqs');
    expect((await fetchQs(key)).status).toBe(404);
    expect((await fetchRqs(key, headersWithoutTests)).status).toBe(404);
    await backend.database.delete(labResult).where(eq(labResult.sampleId, sampleId));
    expect((await fetchRqs(key)).status).toBe(404);
  });

  it('is returned in its latest version', async () => {
    const { key, sampleId } = await insertLabResult(backend.database, 'rqs');
    const values = { ...sweetHay.values, sugar: 100 };
    await backend.database.insert(labResult).values({
      sampleId,
      version: 2,
      resultDate: '2026-08-09',
      rqs: { values, minerals: [] },
      importedAt: FIXTURE_NOW,
    });
    const { body } = await fetchRqs(key);
    expect(body).toMatchObject({ version: 2, resultDate: '2026-08-09' });
    expect(body.values[3]).toMatchObject({ parameter: 'sugar', value: 100, verdict: 'normal' });
  });
});

/**
 * Returns counts of hay with the given storage moulds: more than five times the orientation value is C, ten
 * times D.
 */
const createMouldyHayCounts = (storageMoulds: number) => ({
  ...raisedHayCounts,
  counts: { ...raisedHayCounts.counts, storageMoulds },
});

describe('a batch refused because of its hygiene', () => {
  it.each([
    ['C', 900_000],
    ['D', 1_600_000],
  ] as const)('of class %s has one verdict in its reports, lists and mails', async (grade, moulds) => {
    const { accountId, cookie } = await createSignedInAccount(backend);
    const { rqs, qs } = await insertTestedBatch(accountId, createMouldyHayCounts(moulds));
    const nutrition = (await fetchRqs(rqs.key)).body;
    expect(nutrition).toMatchObject({ verdict: grade, energyLevel: 'medium', products: [] });
    expect(nutrition.article).toBeNull();
    expect(nutrition.values.map(({ article }: { article: unknown }) => article)).toEqual(Array(7).fill(null));
    const hygiene = (await fetchQs(qs.key)).body;
    expect(hygiene).toMatchObject({ verdict: grade, grade });
    expect(nutrition.shelf).toEqual(hygiene.shelf);
    for (const name of ['fetchRqsResults', 'fetchQsResults'] as const) {
      const { body } = await call(name, {}, { cookie });
      expect(body.map(({ verdict }: { verdict: string }) => verdict)).toEqual([grade]);
    }
  });

  it('has one number in both lists, and another batch has another', async () => {
    const { accountId, cookie } = await createSignedInAccount(backend);
    const { rqs } = await insertTestedBatch(accountId, raisedHayCounts, 'south FIELD');
    const other = await insertTestedBatch(accountId, raisedHayCounts, 'North field');
    const lists = await Promise.all(
      (['fetchRqsResults', 'fetchQsResults'] as const).map((name) => call(name, {}, { cookie })),
    );
    const batches = lists.map(({ body }) => body.map(({ batch }: { batch: string }) => batch).toSorted());
    // The hygiene scan of one batch has a lower number than its nutrition scan: QS comes before RQS.
    expect(batches[0]).toHaveLength(2);
    expect(batches[1]).toHaveLength(2);
    const shared = batches[0].filter((batch: string) => batches[1].includes(batch));
    expect(shared).toHaveLength(1);
    expect(shared[0]).not.toBe(rqs.sampleNumber);
    expect(batches[0]).toContain(other.rqs.sampleNumber);
    expect(batches[1]).toContain(other.qs.sampleNumber);
  });

  it('is found in any case of its typed name', async () => {
    const { accountId } = await createSignedInAccount(backend);
    const { rqs } = await insertTestedBatch(accountId, createMouldyHayCounts(1_600_000), 'south FIELD');
    expect((await fetchRqs(rqs.key)).body.verdict).toBe('D');
  });

  it('does not affect another batch of the same account', async () => {
    const { accountId } = await createSignedInAccount(backend);
    const { rqs } = await insertTestedBatch(accountId, createMouldyHayCounts(1_600_000), 'North field');
    expect((await fetchRqs(rqs.key)).body.verdict).toBe('medium');
  });
});

describe('the owner of results', () => {
  it('sees own results and pending ones, and marks them as read', async () => {
    const { accountId, cookie } = await createSignedInAccount(backend);
    const { rqs, orderNumber } = await insertTestedBatch(accountId);
    await insertLabResult(backend.database, 'rqs');
    const waiting = await insertLabResult(backend.database, 'rqs', {
      sample: { accountId, state: 'received', createdAt: new Date(FIXTURE_NOW.getTime() + 1000) },
    });
    await backend.database.delete(labResult).where(eq(labResult.sampleId, waiting.sampleId));
    const { body } = await call('fetchRqsResults', {}, { cookie });
    expect(body).toEqual([
      expect.objectContaining({
        sampleNumber: waiting.sampleNumber,
        state: 'received',
        key: null,
        resultDate: null,
        verdict: null,
      }),
      expect.objectContaining({
        sampleNumber: rqs.sampleNumber,
        productVariantId: 1086,
        orderNumber,
        state: 'result',
        key: rqs.key,
        isRead: false,
        verdict: 'medium',
      }),
    ]);
    expect((await call('fetchQsResults', {}, { cookie })).body[0]).toMatchObject({ verdict: 'B' });
    const countUnread = async () => (await call('fetchAccount', {}, { cookie })).body.unreadQuickscanResults;
    expect(await countUnread()).toBe(2);
    const read = () => call('readRqsResult', { params: { key: rqs.key } }, { cookie });
    expect((await read()).status).toBe(204);
    expect((await read()).status).toBe(204);
    expect(await countUnread()).toBe(1);
    expect((await call('fetchRqsResults', {}, { cookie })).body[1]).toMatchObject({ isRead: true });
  });

  it('can replace a link, which invalidates the previous one', async () => {
    const { accountId, cookie } = await createSignedInAccount(backend);
    const { key } = await insertLabResult(backend.database, 'qs', { sample: { accountId } });
    const replaced = await call('replaceQsLink', { params: { key } }, { cookie });
    expect(replaced.status).toBe(200);
    expect(replaced.body.key).toMatch(/^[\w-]{43}$/);
    expect(replaced.body.key).not.toBe(key);
    expect((await fetchQs(key)).status).toBe(404);
    expect((await call('replaceQsLink', { params: { key } }, { cookie })).status).toBe(404);
    expect((await fetchQs(replaced.body.key)).status).toBe(200);
  });

  it('is the only one who can mark them as read: neither a key nor another session is enough', async () => {
    const { accountId } = await createSignedInAccount(backend);
    const { key, sampleId } = await insertLabResult(backend.database, 'rqs', { sample: { accountId } });
    const other = await createSignedInAccount(backend);
    for (const name of ['readRqsResult', 'replaceRqsLink'] as const) {
      expect((await call(name, { params: { key } })).status).toBe(401);
      expect((await call(name, { params: { key } }, { cookie: other.cookie })).status).toBe(404);
    }
    const [row] = await backend.database
      .select()
      .from(roughageSample)
      .where(eq(roughageSample.sampleId, sampleId));
    expect(row).toMatchObject({ keyVersion: 0, readAt: null });
    expect((await call('fetchRqsResults', {}, { cookie: other.cookie })).body).toEqual([]);
  });

  it('replaces the links of the whole batch at once, because each report links to the others', async () => {
    const { accountId, cookie } = await createSignedInAccount(backend);
    const sample = { accountId, sampleName: 'Hay of one batch', createdAt: new Date('2026-10-01T08:00:00Z') };
    const rqs = await insertLabResult(backend.database, 'rqs', { sample });
    const qs = await insertLabResult(backend.database, 'qs', { sample });
    expect((await call('fetchQsResult', { params: { key: qs.key } })).body.otherKey).toBe(rqs.key);
    const { body } = await call('replaceRqsLink', { params: { key: rqs.key } }, { cookie });
    expect((await call('fetchRqsResult', { params: { key: rqs.key } })).status).toBe(404);
    expect((await call('fetchQsResult', { params: { key: qs.key } })).status).toBe(404);
    const report = await call('fetchRqsResult', { params: { key: body.key } });
    expect(report.status).toBe(200);
    expect((await call('fetchQsResult', { params: { key: report.body.otherKey } })).body.otherKey).toBe(
      body.key,
    );
  });
});

describe('the key of a report', () => {
  it('is not in the database', async () => {
    const { key } = await insertLabResult(backend.database, 'rqs');
    expect((await fetchRqs(key)).status).toBe(200);
    const dump = JSON.stringify(await dumpTables(backend.database));
    expect(dump).not.toContain(key);
    expect(dump).not.toContain(hashToken(key));
  });

  it('is accepted after a rotation of the link key, as long as the settings contain the former one', async () => {
    const [first, second] = ['1'.repeat(32), '2'.repeat(32)];
    const sample = { sampleId: randomUUID(), keyVersion: 0 };
    const create = (current: string, former: readonly string[]) =>
      createLinkTokens(createKeyRing({ current, former }, 'links'));
    const key = deriveReportKey(create(first, []), sample);
    expect(isReportKeyOf(create(second, [first]), sample, key)).toBe(true);
    expect(isReportKeyOf(create(second, []), sample, key)).toBe(false);
  });

  it('is refused with another signature, version or id', async () => {
    const { key } = await insertLabResult(backend.database, 'rqs');
    const other = await insertLabResult(backend.database, 'rqs');
    const bytes = Buffer.from(key, 'base64url');
    const ofOther = Buffer.concat([Buffer.from(other.key, 'base64url').subarray(0, 16), bytes.subarray(16)]);
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(31) ^ 1, 31);
    const next = deriveReportKey(fixtureLinkTokens, {
      sampleId: other.sampleId,
      keyVersion: 1,
    });
    for (const wrong of [
      ofOther.toString('base64url'),
      flipped.toString('base64url'),
      next,
      'A'.repeat(43),
    ]) {
      expect([wrong, (await fetchRqs(wrong)).status]).toEqual([wrong, 404]);
    }
  });
});
