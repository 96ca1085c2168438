import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asc, eq, inArray } from 'drizzle-orm';
import { createShopOrderChanger } from '../../../server/backend/app/order-changer.ts';
import { sampleOrders } from '../../../server/backend/commerce/orders/samples/sample-orders.ts';
import { createLabCommand } from '../../../server/backend/nutrition/lab-results/lab-command.ts';
import { deriveReportKey } from '../../../server/backend/nutrition/lab-results/report-keys.ts';
import { labResult, roughageSample } from '../../../server/backend/schema/schema.ts';
import { formatLabCsv, mineralColumns, qsColumns, rqsColumns } from '../../../shared/rules/lab-files.ts';
import { createSignedInAccount } from '../../fixtures/accounts.ts';
import {
  type BackendFixture,
  FIXTURE_NOW,
  fixtureLinkTokens,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { createLine, insertWholeOrder } from '../../fixtures/whole-orders.ts';

let backend: BackendFixture;
let folder = '';
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
  folder = await mkdtemp(path.join(tmpdir(), 'lab-'));
});

afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  backend.mails.length = 0;
});

/** Runs the command of the laboratory, and returns its output. */
async function lab(...words: string[]): Promise<{ exit: number; told: string }> {
  const done = await runCommand(createLabCommand(sampleOrders), words, {
    database: backend.database,
    workingDirectory: folder,
  });
  if (!done) throw new Error('The command line was not parsed');
  return done;
}

let files = 0;
async function importLabText(text: string | Buffer, ending = 'csv') {
  files += 1;
  const name = `results-${files}.${ending}`;
  await writeFile(path.join(folder, name), text);
  return lab('import', name);
}

const reportHeader = {
  type: 'hay',
  receiptDate: '2026-08-03',
  resultDate: '2026-08-07',
  dryMatterPct: 87.9,
  moisturePct: 12.1,
};
const rqs = (sampleNumber: string, changes: Record<string, string | number> = {}) => ({
  sampleNumber,
  ...reportHeader,
  crudeProtein: 74,
  sugar: 172,
  crudeFibre: 268,
  energyDE: 9.8,
  energyEWpa: 0.67,
  ...changes,
});
const qs = (sampleNumber: string, changes: Record<string, string | number> = {}) => ({
  sampleNumber,
  ...reportHeader,
  aerobicBacteria: 41_000_000,
  spoilageBacteria: 3_200_000,
  fieldMoulds: 150_000,
  storageMoulds: 280_000,
  yeasts: 90_000,
  ...changes,
});
const formatRqsCsv = (...rows: ReturnType<typeof rqs>[]) => formatLabCsv(rqsColumns, rows);
const formatQsCsv = (...rows: ReturnType<typeof qs>[]) => formatLabCsv(qsColumns, rows);

/** Places a paid order of two nutrition scans, and a hygiene scan of one of the two batches. */
async function insertPaidOrder(
  options: { accountId?: string; emailAddress?: string; languageId?: number } = {},
) {
  const { accountId = null, emailAddress = 'guest@stal.example', languageId = 4 } = options;
  const test = { isSentAsParcel: false, quantity: 1 };
  const minerals = { ...test, productId: 171, productVariantId: 1087, productType: 4 } as const;
  const hygiene = { ...test, productId: 172, productVariantId: 1088, productType: 5 } as const;
  const order = await insertWholeOrder(backend.database, {
    changes: {
      accountId,
      languageId,
      billing: {
        firstName: 'Marit',
        lastName: 'de Vries',
        phoneNumber: '+31612345678',
        emailAddress,
        address: {
          zipcode: '7311 KZ',
          street: 'Klaverweg',
          streetNumber: '12',
          streetNumberAddition: '',
          city: 'Apeldoorn',
          countryId: 1,
        },
      },
    },
    lines: [
      createLine(),
      createLine({ ...minerals, position: 2, quantity: 2 }),
      createLine({ ...hygiene, position: 3 }),
    ],
    sampleNames: { 2: ['South field', '<b>Barn & "loft"</b>'], 3: ['South field'] },
    statuses: ['created', 'open'],
  });
  await change(order.orderId, 'paid');
  return order;
}

async function change(orderId: string, to: 'paid' | 'cancelled'): Promise<void> {
  await backend.database.transaction('change-order', async (transaction) => {
    const { orders } = backend.shop;
    const order = await orders.lock(transaction, orderId);
    if (!order || !(await orders.change(transaction, order, to, { now: FIXTURE_NOW }))) {
      throw new Error(`The order cannot be ${to}`);
    }
  });
}

async function listOrderSamples(orderId: string) {
  const rows = await backend.database
    .select()
    .from(roughageSample)
    .where(eq(roughageSample.orderId, orderId))
    .orderBy(asc(roughageSample.linePosition), asc(roughageSample.sequence));
  return rows.map((row) => ({ ...row, key: deriveReportKey(fixtureLinkTokens, row) }));
}

async function collectMails() {
  await backend.runJob('queue');
  await backend.runJob('queue');
  return backend.mails.filter(({ text }) => /RQS-|QS-/.test(text ?? ''));
}

describe('the reports of the sample shop', () => {
  const levels = { '00101': 'medium', '00102': 'medium', '00103': 'low', '00104': 'medium', '00105': 'high' };
  const offTarget: Record<string, string[]> = {
    '00101': [],
    '00102': ['crudeFibre low', 'energyDE high', 'energyEWpa high', 'sugar high'],
    '00103': ['crudeFibre high', 'crudeProtein low', 'energyDE low', 'energyEWpa low'],
    '00104': [],
    '00105': [
      'crudeFibre low',
      'crudeProtein high',
      'dryMatterPct low',
      'energyDE high',
      'energyEWpa high',
      'moisturePct high',
    ],
  };
  const grades = {
    '00201': '11111A',
    '00202': '22121B',
    '00203': '23242D',
    '00204': '11111A',
    '00205': '23133C',
  };

  const findKey = async (sampleNumber: string): Promise<string> => {
    const [row] = await backend.database
      .select()
      .from(roughageSample)
      .where(eq(roughageSample.sampleNumber, sampleNumber));
    return row ? deriveReportKey(fixtureLinkTokens, row) : '';
  };

  it.each(Object.entries(levels))('RQS-2026-%s has the energy level %s', async (number, level) => {
    const { body } = await call('fetchRqsResult', {
      params: { key: await findKey(`RQS-2026-${number}`) },
    });
    expect(body.energyLevel).toBe(level);
    const off = body.values.flatMap(({ parameter, verdict }: Record<string, string>) =>
      verdict === 'normal' ? [] : [`${parameter} ${verdict}`],
    );
    expect(off.sort()).toEqual(offTarget[number]);
    for (const { verdict, article } of body.values) expect(article === null).toBe(verdict === 'normal');
    expect(body.article === null).toBe(off.length > 0);
    expect(body.shelf).toBeNull();
    expect(body.products).toHaveLength(2);
  });

  it.each(Object.entries(grades))('QS-2026-%s has steps and grade %s', async (number, expected) => {
    const { body } = await call('fetchQsResult', { params: { key: await findKey(`QS-2026-${number}`) } });
    expect(body.counts.map(({ step }: { step: number }) => step).join('') + body.grade).toBe(expected);
    expect(body.shelf).toMatchObject({
      url: expect.stringMatching(/^\//),
      articleUrl: expect.stringMatching(/^\//),
    });
  });

  it('contain the other test of their batch', async () => {
    const pairs = [
      ['101', '201'],
      ['102', '202'],
      ['104', '204'],
      ['103', null],
    ] as const;
    for (const [ofRqs, ofQs] of pairs) {
      const { body } = await call('fetchRqsResult', {
        params: { key: await findKey(`RQS-2026-00${ofRqs}`) },
      });
      expect([ofRqs, body.otherKey]).toEqual([ofRqs, ofQs && (await findKey(`QS-2026-00${ofQs}`))]);
    }
  });

  it('can be exported and imported again without a change', async () => {
    const numbers = Object.keys(levels).map((number) => `RQS-2026-${number}`);
    const rows = await Promise.all(
      numbers.map(async (sampleNumber) => {
        const { body } = await call('fetchRqsResult', { params: { key: await findKey(sampleNumber) } });
        const { type, receiptDate, resultDate, values } = body;
        const measured = values.map(({ parameter, value }: { parameter: string; value: number }) => [
          parameter,
          value,
        ]);
        return { sampleNumber, type, receiptDate, resultDate, ...Object.fromEntries(measured) };
      }),
    );
    expect(await importLabText(formatLabCsv(rqsColumns, rows))).toMatchObject({
      exit: 0,
      told: '0 new results, 0 corrected, 5 unchanged.',
    });
    const json = await importLabText(JSON.stringify({ rqs: rows }), 'json');
    expect(json.told).toContain('5 unchanged');
  });
});

describe('paid tests', () => {
  it('get a sample for each piece, with a number of their type and a separate key', async () => {
    const { orderId } = await insertPaidOrder();
    const samples = await listOrderSamples(orderId);
    expect(samples.map(({ testKind, sampleName, state }) => [testKind, sampleName, state])).toEqual([
      ['rqs', 'South field', 'ordered'],
      ['rqs', '<b>Barn & "loft"</b>', 'ordered'],
      ['qs', 'South field', 'ordered'],
    ]);
    const figures = samples.map(({ sampleNumber }) => Number(sampleNumber.slice(-5)));
    expect(figures[0]).toBeGreaterThan(105);
    expect(figures[1]).toBe((figures[0] ?? 0) + 1);
    expect(figures[2]).toBeGreaterThan(205);
    expect(samples.map(({ sampleNumber }) => sampleNumber.slice(0, -5))).toEqual([
      'RQS-2026-',
      'RQS-2026-',
      'QS-2026-',
    ]);
    expect(new Set(samples.map(({ key }) => key)).size).toBe(3);
  });

  it('get no samples if the order is cancelled, and no second ones', async () => {
    const { orderId } = await insertPaidOrder();
    await change(orderId, 'cancelled');
    expect(await listOrderSamples(orderId)).toEqual([]);
  });

  it('prevent a cancellation by the customer once a sample has reached the laboratory, not while kits are in transit', async () => {
    const { accountId, cookie } = await createSignedInAccount(backend);
    const orders = [await insertPaidOrder({ accountId }), await insertPaidOrder({ accountId })];
    await lab('export', 'cancel.json', '--sent');
    const [away, tested] = orders.map(({ orderId }) => orderId) as [string, string];
    const [first, second] = await listOrderSamples(tested);
    const cancel = (orderId: string) => call('cancelOrder', { params: { orderId }, body: {} }, { cookie });
    const tell = async () => {
      const { body } = await call('fetchOrders', { query: {} }, { cookie });
      const list = new Map(
        body.items.map((order: { orderId: string; isCancellable: boolean }) => [
          order.orderId,
          order.isCancellable,
        ]),
      );
      const one = await call('fetchOrder', { params: { orderId: tested } }, { cookie });
      return [list.get(away), list.get(tested), one.body.isCancellable];
    };
    expect(await tell()).toEqual([true, true, true]);
    await writeFile(
      path.join(folder, 'tested.csv'),
      `sampleNumber,receiptDate\n${second?.sampleNumber},2026-08-03\n`,
    );
    await lab('received', 'tested.csv');
    expect(await tell()).toEqual([true, false, false]);
    await importLabText(formatRqsCsv(rqs(second?.sampleNumber ?? '')));
    expect(await tell()).toEqual([true, false, false]);
    const refused = await cancel(tested);
    expect([refused.status, refused.body.code]).toEqual([409, 'order_not_cancellable']);
    expect((await cancel(away)).status).toBe(204);
    const left = [...(await listOrderSamples(tested)), ...(await listOrderSamples(away))];
    expect(left.map(({ isWithdrawn }) => isWithdrawn)).toEqual([false, false, false, true, true, true]);
    expect(first?.state).toBe('sent');
    // The shop itself can still cancel it.
    await change(tested, 'cancelled');
    await collectMails();
  });

  it('belong to the account that a guest creates with their address, and stay with it after the order is deleted', async () => {
    const emailAddress = 'later@stal.example';
    const { orderId } = await insertPaidOrder({ emailAddress });
    const other = await insertPaidOrder();
    const { accountId, cookie } = await createSignedInAccount(backend, { emailAddress });
    await backend.database.transaction('confirm-account', (transaction) =>
      createShopOrderChanger().attachGuestOrders(transaction, { accountId, siteId: 1, emailAddress }),
    );
    const numbers = (await listOrderSamples(orderId)).map(({ sampleNumber }) => sampleNumber);
    await backend.database.transaction('forget-orders', (transaction) =>
      createShopOrderChanger().delete(transaction, [orderId, other.orderId], FIXTURE_NOW),
    );
    expect(await listOrderSamples(other.orderId)).toEqual([]);
    const { body } = await call('fetchRqsResults', {}, { cookie });
    expect(body.map(({ sampleNumber }: { sampleNumber: string }) => sampleNumber).sort()).toEqual(
      numbers.slice(0, 2),
    );
    expect(body[0]).toMatchObject({ orderNumber: null, productVariantId: null });
  });
});

describe('npm run lab', () => {
  it('exports numbers, types and kits without names, and records sent and received ones', async () => {
    const { orderId } = await insertPaidOrder();
    const samples = await listOrderSamples(orderId);
    expect(await lab('export', 'kits.csv', '--sent')).toMatchObject({ exit: 0 });
    const text = await readFile(path.join(folder, 'kits.csv'), 'utf8');
    const kits = { rqs: 'rqs-mineral', qs: 'qs-hygiene' };
    for (const { sampleNumber, testKind } of samples) {
      expect(text).toContain(`${sampleNumber},${testKind},${kits[testKind]}\n`);
    }
    expect(text).not.toMatch(/field|Marit|stal/);
    expect((await listOrderSamples(orderId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    expect(await lab('export', 'kits.csv')).toMatchObject({ exit: 1 });
    const [first] = samples;
    const receipt = `sampleNumber,receiptDate\n${first?.sampleNumber},2026-08-03\n`;
    await writeFile(path.join(folder, 'come.csv'), receipt);
    expect((await lab('received', 'come.csv')).told).toBe('1 samples received, 0 corrected, 0 unchanged.');
    expect((await lab('received', 'come.csv')).told).toBe('0 samples received, 0 corrected, 1 unchanged.');
    expect((await listOrderSamples(orderId))[0]).toMatchObject({
      state: 'received',
      receiptDate: '2026-08-03',
    });
    await lab('export', 'rest.json');
    const rest = JSON.parse(await readFile(path.join(folder, 'rest.json'), 'utf8'));
    const numbers = rest.samples.map(({ sampleNumber }: { sampleNumber: string }) => sampleNumber);
    expect(numbers).not.toContain(first?.sampleNumber);
    expect(numbers).toContain(samples[1]?.sampleNumber);
  });

  it('imports results, and notifies their owner once in the language of the order, and again of a correction', async () => {
    const { orderId } = await insertPaidOrder({ languageId: 1 });
    const [first, second, third] = await listOrderSamples(orderId);
    const text = formatRqsCsv(rqs(first?.sampleNumber ?? ''), rqs(second?.sampleNumber ?? ''));
    expect((await importLabText(text)).told).toBe('2 new results, 0 corrected, 0 unchanged.');
    expect((await importLabText(formatQsCsv(qs(third?.sampleNumber ?? '')))).exit).toBe(0);
    const mails = await collectMails();
    expect(mails).toHaveLength(3);
    const mail = mails.find(({ text: words }) => words?.includes(first?.sampleNumber ?? '-'));
    expect(mail).toMatchObject({ subject: expect.stringContaining('South field · Voedingswaarde (RQS)') });
    expect(JSON.stringify(mail)).toContain('guest@stal.example');
    expect(mail?.text).toMatch(new RegExp(`http://havero-nl\\.localhost(:\\d+)?/[a-z-]+/rqs/${first?.key}/`));
    const marked = mails.find(({ text: words }) => words?.includes(second?.sampleNumber ?? '-'));
    expect(String(marked?.html)).not.toContain('<b>Barn');
    expect((await call('fetchRqsResult', { params: { key: first?.key ?? '' } })).body).toMatchObject({
      version: 1,
      hygiene: { grade: 'B', key: third?.key },
    });

    backend.mails.length = 0;
    expect((await importLabText(text)).told).toBe('0 new results, 0 corrected, 2 unchanged.');
    expect(await collectMails()).toEqual([]);

    const corrected = formatRqsCsv(rqs(first?.sampleNumber ?? '', { sugar: 100 }));
    expect((await importLabText(corrected)).told).toBe('0 new results, 1 corrected, 0 unchanged.');
    const [again] = await collectMails();
    expect(again).toMatchObject({
      subject: expect.stringMatching(/^Gecorrigeerd.*South field · Voedingswaarde \(RQS\)$/),
    });
    const { body } = await call('fetchRqsResult', { params: { key: first?.key ?? '' } });
    expect([body.version, body.values[3].value]).toEqual([2, 100]);
  });

  it('recalculates saved rations of a batch if its hygiene scan arrives after the order was deleted', async () => {
    const { accountId, cookie } = await createSignedInAccount(backend);
    const { orderId } = await insertPaidOrder({ accountId });
    const [first, , third] = await listOrderSamples(orderId);
    await importLabText(
      formatRqsCsv(rqs(first?.sampleNumber ?? '', { resultDate: '2026-11-01', receiptDate: '2026-10-30' })),
    );
    const roughage = { rqsKey: first?.key };
    const body = { horseType: 'horse', weightKg: 600, workLevel: 'light', roughage, productVariantId: 1011 };
    const saved = await call('saveFeedAdvice', { body: { ...body, horseName: 'Bella' } }, { cookie });
    expect(saved.status).toBe(200);
    await backend.database.transaction('forget-orders', (transaction) =>
      createShopOrderChanger().delete(transaction, [orderId], FIXTURE_NOW),
    );
    const spoiled = qs(third?.sampleNumber ?? '', {
      resultDate: '2026-11-02',
      receiptDate: '2026-10-30',
      storageMoulds: 9_000_000,
    });
    expect((await importLabText(formatQsCsv(spoiled))).exit).toBe(0);
    await collectMails();
    const report = await call('fetchRqsResult', { params: { key: first?.key ?? '' } });
    expect(report.body.hygiene).toMatchObject({ grade: 'D', key: third?.key });
    const [ration] = (await call('fetchSavedAdvice', {}, { cookie })).body;
    expect(ration.advice[0]).toMatchObject({ refusal: 'roughage_hygiene_rejected', isRead: false });
  });

  it('leaves a result unread until its owner views it, and again after a correction', async () => {
    const { accountId, cookie } = await createSignedInAccount(backend);
    const { orderId } = await insertPaidOrder({ accountId });
    const [first] = await listOrderSamples(orderId);
    const number = first?.sampleNumber ?? '';
    const countUnread = async () => (await call('fetchAccount', {}, { cookie })).body.unreadQuickscanResults;
    await importLabText(formatRqsCsv(rqs(number)));
    expect(await countUnread()).toBe(1);
    await call('readRqsResult', { params: { key: first?.key ?? '' } }, { cookie });
    expect(await countUnread()).toBe(0);
    await importLabText(formatRqsCsv(rqs(number, { crudeProtein: 80 })));
    expect(await countUnread()).toBe(1);
    const exported = await call('exportAccount', {}, { cookie });
    expect(JSON.stringify(exported.body.tables.labResult)).toContain('"crudeProtein":80');
    expect(exported.body.tables.roughageSample[0]).not.toHaveProperty('key');
    const closed = await call('deleteAccount', { body: { password: 'Haverstro 12' } }, { cookie });
    expect(closed.status).toBe(204);
    expect((await call('fetchRqsResult', { params: { key: first?.key ?? '' } })).status).toBe(404);
    // Only the numbers remain, so that they are not assigned again, and files of the laboratory with them are
    // accepted.
    const left = await listOrderSamples(orderId);
    expect(
      left.map(({ isWithdrawn, accountId: owner, sampleName }) => [isWithdrawn, owner, sampleName]),
    ).toEqual(left.map(() => [true, null, '']));
    expect(left.map(({ sampleNumber }) => sampleNumber)).toContain(number);
    expect((await importLabText(formatRqsCsv(rqs(number, { crudeProtein: 81 })))).told).toBe(
      '0 new results, 0 corrected, 1 unchanged.',
    );
    expect((await call('fetchRqsResult', { params: { key: left[0]?.key ?? '' } })).status).toBe(404);
    expect(await collectMails()).not.toContainEqual(expect.objectContaining({ kind: 'lab-result' }));
  });

  it('shows the measured minerals', async () => {
    const { orderId } = await insertPaidOrder();
    const [first] = await listOrderSamples(orderId);
    const minerals = {
      calcium: 4.1,
      phosphorus: 2.3,
      magnesium: 1.4,
      sodium: 0.9,
      copper: 5.2,
      zinc: 28,
      selenium: 0.05,
    };
    const columns = [...rqsColumns, ...mineralColumns];
    const row = rqs(first?.sampleNumber ?? '', minerals);
    expect((await importLabText(formatLabCsv(columns, [row]))).exit).toBe(0);
    const { body } = await call('fetchRqsResult', { params: { key: first?.key ?? '' } });
    expect(body.minerals).toHaveLength(7);
    expect(body.minerals[0]).toEqual({ key: 'calcium', unit: 'g/kg DM', value: 4.1 });
  });

  it('imports two concurrent files with the same sample sequentially', async () => {
    const { orderId } = await insertPaidOrder();
    const [first] = await listOrderSamples(orderId);
    const number = first?.sampleNumber ?? '';
    const both = await Promise.all([
      importLabText(formatRqsCsv(rqs(number))),
      importLabText(formatRqsCsv(rqs(number))),
      importLabText(formatRqsCsv(rqs(number, { sugar: 171 }))),
    ]);
    expect(both.map(({ exit }) => exit)).toEqual([0, 0, 0]);
    const versions = await backend.database
      .select({ version: labResult.version })
      .from(labResult)
      .where(eq(labResult.sampleId, first?.sampleId ?? ''));
    expect(versions.map(({ version }) => version).sort()).toEqual(
      versions.map((_version, index) => index + 1),
    );
  });

  describe('refuses a whole file', () => {
    const good = rqs('RQS-2026-00101');
    const swapped = formatRqsCsv({ ...good, crudeProtein: 268, crudeFibre: 74 });
    const header = rqsColumns.join(',');
    const cases: readonly (readonly [string, string | Buffer, string, string?])[] = [
      ['with swapped columns', swapped, "row 2 · crudeProtein: '268' is not from"],
      [
        'with swapped headers',
        formatRqsCsv(good).replace('crudeProtein,sugar', 'sugar,crudeProtein'),
        'row 1: is not one of these headers',
      ],
      [
        'with decimal commas',
        formatRqsCsv(good).replace('87.9', '87,9'),
        'row 2: has 12 fields instead of 11',
      ],
      [
        'with quoted decimal commas',
        formatRqsCsv(good).replace('87.9', '"87,9"'),
        "row 2 · dryMatterPct: '87,9' is not a number: use a point as the decimal separator",
      ],
      ['with semicolons', formatRqsCsv(good).replaceAll(',', ';'), 'row 1: is not one of these headers'],
      [
        'with inconsistent moisture',
        formatRqsCsv({ ...good, moisturePct: 12.2 }),
        "row 2 · moisturePct: '12.2' does not match dryMatterPct, which gives 12.1",
      ],
      ['with an inconsistent EWpa', formatRqsCsv({ ...good, energyEWpa: 0.66 }), 'row 2 · energyEWpa'],
      [
        'with an unknown sample number',
        formatRqsCsv(good, rqs('RQS-2026-77777')),
        "row 3 · sampleNumber: there is no sample 'RQS-2026-77777'",
      ],
      [
        'with a sample number of the other test type',
        formatRqsCsv(rqs('QS-2026-00201')),
        'is a sample number of a hygiene scan (QS)',
      ],
      [
        'with a duplicate sample',
        formatRqsCsv(good, good),
        "row 3 · sampleNumber: 'RQS-2026-00101' is in row 2 already",
      ],
      [
        'with markup instead of a sample number',
        formatRqsCsv(rqs('<img src=x>')),
        "'<img src=x>' is not a sample number",
      ],
      ['with a NUL character', formatRqsCsv(rqs('RQS-2026\0-00101')), 'is not a sample number'],
      [
        'with a missing value',
        formatRqsCsv({ ...good, sugar: '' as unknown as number }),
        'row 2 · sugar: is missing',
      ],
      [
        'with an unknown type of roughage',
        formatRqsCsv({ ...good, type: 'grass' }),
        "'grass' is neither hay nor silage",
      ],
      [
        'with an invalid date',
        formatRqsCsv({ ...good, resultDate: '2026-02-30' }),
        "'2026-02-30' is not a date",
      ],
      ['with a future date', formatRqsCsv({ ...good, resultDate: '2027-08-07' }), 'is in the future'],
      [
        'with a result before its receipt',
        formatRqsCsv({ ...good, receiptDate: '2026-08-08' }),
        'is before the day of receipt',
      ],
      [
        'that is truncated in a value',
        formatRqsCsv(good).slice(0, -3),
        'The file does not end with a line break',
      ],
      ['that is truncated in a row', `${header}\nRQS-2026-00101,hay\n`, 'row 2: has 2 fields'],
      ['that is empty', '', 'The file does not end'],
      ['with only a header', `${header}\n`, 'The file has no rows'],
      ['with an unclosed quote', `${header}\n"RQS-2026-00101,hay\n`, 'has a quote that is not closed'],
      ['in another encoding', Buffer.from([0xff, 0xfe, 0x41]), 'is not UTF-8 text'],
      ['with truncated JSON', JSON.stringify({ rqs: [good] }).slice(0, -4), 'is not valid JSON', 'json'],
      [
        'with an additional field in JSON',
        JSON.stringify({ rqs: [{ ...good, owner: 'x' }] }),
        'rqs 1 · owner: is not a field',
        'json',
      ],
      [
        'with an unknown list in JSON',
        JSON.stringify({ rqs: [good], more: [] }),
        'is not an object with lists',
        'json',
      ],
      ['with another extension', formatRqsCsv(good), 'must have a name that ends in .csv or .json', 'txt'],
    ];

    it.each(cases.map(([what, ...of]) => ({ what, of })))('$what', async ({ of: [text, told, ending] }) => {
      const before = await backend.database.$count(labResult);
      const outcome = await importLabText(text, ending);
      expect(outcome.exit).toBe(1);
      expect(outcome.told).toContain('Nothing was imported');
      expect(outcome.told).toContain(told);
      expect(await backend.database.$count(labResult)).toBe(before);
    });

    it('that is too large or is not a regular file, without reading it', async () => {
      const large = await open(path.join(folder, 'large.csv'), 'w');
      // More than Node can read at once.
      await large.truncate(3 * 1024 ** 3);
      await large.close();
      expect((await lab('import', 'large.csv')).told).toContain('The file has more than 20 MB');
      await mkdir(path.join(folder, 'folder.csv'));
      expect((await lab('received', 'folder.csv')).told).toContain('is not a regular file');
      expect((await lab('import', '/dev/zero')).told).toContain('is not a regular file: /dev/zero');
    });

    it('with one fault among valid rows, and reports every fault', async () => {
      const { orderId } = await insertPaidOrder();
      const [first] = await listOrderSamples(orderId);
      const text = formatRqsCsv(
        rqs(first?.sampleNumber ?? ''),
        rqs('RQS-2026-00101', { sugar: 999, type: 'oats' }),
      );
      await collectMails();
      backend.mails.length = 0;
      const { exit, told } = await importLabText(text);
      expect(exit).toBe(1);
      expect(told).toContain('2 errors');
      expect((await listOrderSamples(orderId))[0]).toMatchObject({ state: 'ordered' });
      expect(await collectMails()).toEqual([]);
    });
  });

  // More than one statement writes; LAB_ROWS=50000 tests a file of the maximum size.
  it('imports thousands of results at once', async () => {
    const count = Number(process.env.LAB_ROWS ?? 5000);
    const numbers = Array.from(
      { length: count },
      (_none, index) => `RQS-2025-${String(index + 1).padStart(5, '0')}`,
    );
    for (let at = 0; at < numbers.length; at += 2000) {
      await backend.database.insert(roughageSample).values(
        numbers.slice(at, at + 2000).map((sampleNumber) => ({
          sampleId: crypto.randomUUID(),
          sampleNumber,
          testKind: 'rqs' as const,
          siteId: 1,
          languageId: 1,
          sampleName: 'Hay',
          state: 'sent' as const,
          createdAt: FIXTURE_NOW,
        })),
      );
    }
    const text = formatRqsCsv(...numbers.map((number) => rqs(number)));
    expect((await importLabText(text)).told).toBe(`${count} new results, 0 corrected, 0 unchanged.`);
    expect((await importLabText(text)).told).toBe(`0 new results, 0 corrected, ${count} unchanged.`);
    await backend.database
      .delete(labResult)
      .where(
        inArray(
          labResult.sampleId,
          backend.database
            .select({ sampleId: roughageSample.sampleId })
            .from(roughageSample)
            .where(eq(roughageSample.sampleName, 'Hay')),
        ),
      );
  }, 120_000);
});
