import { afterEach, describe, expect, it } from '@jest/globals';
import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm';
import request from 'supertest';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import { adminLog, price, roughageSample, stock } from '../../server/backend/schema/schema.ts';
import type { ProductDetail } from '../../shared/contract/products.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { prepareAdminShop } from '../fixtures/admin-shop.ts';
import type { AdminResponse } from '../fixtures/back-office-fixture.ts';
import { FIXTURE_NOW } from '../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../fixtures/call-backend.ts';
import { PACKSHOTS_FOLDER, SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';

/** prado-balance, 20 kg: € 18.14 without VAT, € 21.95 in the Netherlands. */
const ARTICLE_NUMBER = '1010111';
const VARIANT_ID = 1001;
const PRODUCT_ID = 101;
/** grano-whole, which is sold out in the sample shop. */
const SOLD_OUT_ARTICLE_NUMBER = '1400117';
const GIFT_CARD_ARTICLE_NUMBER = '1690133';
const HOSTILE_TEXT = '<img src=x onerror=alert(1)>\'"%_;--';

const shop = prepareAdminShop();

afterEach(() => {
  expect(shop.backend.errors).toEqual([]);
  shop.backend.setNow(FIXTURE_NOW);
});

const run = (name: string, fields: Record<string, string | string[]>, actor = 'command') => {
  const operation = shop.backend.admin.operations.find(name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  return shop.backend.admin.operations.run(operation, {
    written: new Map(
      Object.entries(fields).map(([field, value]) => [field, typeof value === 'string' ? [value] : value]),
    ),
    files: new Map(),
    actor: { kind: 'keeper', id: actor },
    now: new Date(shop.backend.clock()),
  });
};

const fetchProductDetail = async (at?: Date): Promise<ProductDetail> =>
  (
    await request(shop.backend.app)
      .get(`/api/products/${VARIANT_ID}`)
      .set({ siteid: '1', languageid: '1', ...(at && { datetime: at.toISOString() }) })
      .expect(200)
  ).body;

const fetchVariant = async () => {
  const detail = await fetchProductDetail();
  const variant = detail.variants.find(({ productVariantId }) => productVariantId === VARIANT_ID);
  if (!variant) throw new Error('The variant does not exist');
  return variant;
};

const listAdminLogRows = (operation: string) =>
  shop.backend.database
    .select()
    .from(adminLog)
    .where(eq(adminLog.operation, operation))
    .orderBy(asc(adminLog.adminLogId));

/** Returns the table cells of a page; spaces between numbers and signs are normalised. */
const readTableCells = ({ document }: AdminResponse): (string | undefined)[] =>
  [...document.querySelectorAll('tbody td')].map((cell) => cell.textContent?.replaceAll('\u00a0', ' '));

/** Delivers all waiting purges to the webs, including those of tests with a later clock. */
async function deliverPurgesToWebs(): Promise<void> {
  shop.backend.setNow(new Date(FIXTURE_NOW.getTime() + 90 * DAY_MS));
  for (let round = 0; round < 3; round += 1) await shop.backend.runJob('queue');
  shop.backend.setNow(FIXTURE_NOW);
}

const readFaultText = ({ document }: AdminResponse): string =>
  [...document.querySelectorAll('.fault')].map((element) => element.textContent).join(' ');

const setPrice = (fields: Record<string, string | string[]>) =>
  run('price.set', { articleNumber: ARTICLE_NUMBER, amount: '20.00', basis: 'inclVat', ...fields });

const getRefusalCode = (done: Awaited<ReturnType<typeof run>>) =>
  done.kind === 'refused'
    ? done.refusal.code
    : done.kind === 'faults'
      ? `${done.faults[0]?.field} ${done.faults[0]?.code}`
      : done.kind;

/** Deletes planned prices, and those set at or after the time of the fixture. */
const deleteTestPrices = () =>
  shop.backend.database
    .delete(price)
    .where(and(eq(price.productVariantId, VARIANT_ID), eq(price.isSetByStaff, true)));

describe('a price', () => {
  afterEach(deleteTestPrices);

  it('for the next Monday is previewed, set, and valid in the shop from that moment on', async () => {
    const monday = new Date('2026-11-09T07:00:00.000Z');
    const preview = await shop.anna.submit(`/admin/prices/${ARTICLE_NUMBER}`, 'price.preview', {
      amount: '19.95',
      basis: 'inclVat',
      from: '2026-11-09T08:00',
      siteIds: ['1'],
    });
    expect(preview.status).toBe(200);
    expect(preview.document.querySelector('h1')?.textContent).toBe(
      `Price of Prado Balance Muesli · 20 kg · ${ARTICLE_NUMBER}`,
    );
    const cells = readTableCells(preview);
    // € 21.95 before; (21.95 − 19.95) ÷ 21.95 is 9.1 %, rounded down; shown for 30 days.
    expect(cells.slice(1, 5)).toEqual(['€21.95', '€19.95', '€16.49', '€21.95']);
    expect(cells).toContain('Reduction from €21.95 (−9 %)');
    expect(cells).toContain('09/12/2026 08:00');
    expect((await fetchVariant()).price.amountInclVat).toBe(2195);

    const path = `/admin${preview.document.querySelector('input[name="_page"]')?.getAttribute('value')?.slice('/admin'.length)}`;
    const set = await shop.anna.submit(path, 'price.set');
    expect(set.document.querySelector('.notice')?.textContent).toContain('09/11/2026 08:00');
    const planned = await shop.anna.get('/admin/prices');
    expect(readTableCells(planned).slice(0, 2)).toEqual([
      '09/11/2026 08:00',
      `${ARTICLE_NUMBER} Prado Balance Muesli`,
    ]);
    const before = await fetchVariant();
    expect(before.price.amountInclVat).toBe(2195);
    expect(before.priceValidUntil).toBe('2026-11-09');

    shop.backend.setNow(monday);
    const after = await fetchVariant();
    expect(after.price).toMatchObject({
      amountInclVat: 1995,
      formerAmountInclVat: 2195,
      discountPercentage: 9,
    });
    const [logged] = await listAdminLogRows('price.set');
    expect(logged).toMatchObject({
      staffMemberId: shop.anna.staffMemberId,
      resourceId: ARTICLE_NUMBER,
      before: { amountExclVat: 1814 },
      after: { amountExclVat: 1649, from: monday.toISOString() },
    });
  });

  it('purges its product page and lists when it is planned, when it starts and when its reduction ends', async () => {
    const begins = new Date(FIXTURE_NOW.getTime() + 3 * DAY_MS);
    await setPrice({ from: begins.toISOString() });
    const deliver = async (now: Date) => {
      shop.backend.setNow(now);
      shop.backend.forgotten.length = 0;
      await shop.backend.runJob('queue');
      await shop.backend.runJob('queue');
      await shop.backend.runJob('queue');
      return new Set(shop.backend.forgotten);
    };
    const keys = ['product-101', 'category-11'];
    expect([...(await deliver(FIXTURE_NOW))]).toEqual(expect.arrayContaining(keys));
    expect((await deliver(new Date(begins.getTime() - 1))).size).toBe(0);
    expect([...(await deliver(begins))]).toEqual(expect.arrayContaining(keys));
    expect((await deliver(new Date(begins.getTime() + 30 * DAY_MS - 1))).size).toBe(0);
    expect([...(await deliver(new Date(begins.getTime() + 30 * DAY_MS)))]).toEqual(
      expect.arrayContaining(keys),
    );
  });

  it('has no effect after its removal', async () => {
    const begins = new Date(FIXTURE_NOW.getTime() + 4 * DAY_MS);
    await setPrice({ from: begins.toISOString() });
    const taken = await shop.anna.submit('/admin/prices', 'price.revoke');
    expect(taken.document.querySelector('.notice')).not.toBeNull();
    await shop.backend.runJob('queue');
    await shop.backend.runJob('queue');
    shop.backend.forgotten.length = 0;
    shop.backend.setNow(begins);
    await shop.backend.runJob('queue');
    await shop.backend.runJob('queue');
    expect(shop.backend.forgotten).toEqual([]);
    expect((await fetchVariant()).price.amountInclVat).toBe(2195);
    expect((await listAdminLogRows('price.revoke')).every(({ after }) => after === null)).toBe(true);
  });

  it('is no reduction if the product cost as little within the previous 30 days', async () => {
    await setPrice({ amount: '19.00', siteIds: '1' });
    const later = new Date(FIXTURE_NOW.getTime() + 10 * DAY_MS);
    await setPrice({ amount: '23.00', siteIds: '1', from: later.toISOString() });
    const last = new Date(FIXTURE_NOW.getTime() + 20 * DAY_MS);
    const answer = await shop.anna.get(
      `/admin/prices/${ARTICLE_NUMBER}?amount=20.00&basis=inclVat&siteIds=1&from=${last.toISOString()}`,
    );
    const cells = readTableCells(answer);
    expect(cells).toContain('No reduction is shown: the price was as low within the previous 30 days');
    await setPrice({ amount: '20.00', siteIds: '1', from: last.toISOString() });
    shop.backend.setNow(last);
    expect((await fetchVariant()).price).toMatchObject({ amountInclVat: 2000, formerAmountInclVat: null });
  });

  it('applies immediately in one shop, or in all of them', async () => {
    await setPrice({ amount: '24.20', siteIds: '1' });
    expect((await fetchVariant()).price.amountInclVat).toBe(2420);
    const rows = () =>
      shop.backend.database
        .select({ siteId: price.siteId, amount: price.amountExclVat })
        .from(price)
        .where(and(eq(price.productVariantId, VARIANT_ID), eq(price.isSetByStaff, true)));
    expect(await rows()).toEqual([{ siteId: 1, amount: 2000 }]);
    shop.backend.setNow(new Date(FIXTURE_NOW.getTime() + MINUTE_MS));
    await setPrice({ amount: '21.00', basis: 'exclVat' });
    const all = await rows();
    expect(all.length).toBeGreaterThan(5);
    expect(new Set(all.filter(({ amount }) => amount === 2100).map(({ siteId }) => siteId)).size).toBe(
      all.length - 1,
    );
  });

  it.each([
    [{ amount: '0' }, 'amount range'],
    [{ amount: '-3' }, 'amount range'],
    [{ amount: '1.234' }, 'amount euro'],
    [{ amount: '1e3' }, 'amount euro'],
    [{ amount: '10001' }, 'amount range'],
    [{ amount: '' }, 'amount required'],
    [{ basis: 'gross' }, 'basis choice'],
    [{ from: '2026-11-05T11:00:00Z' }, 'moment_past'],
    [{ from: '2029-11-05T11:00:00Z' }, 'moment_far'],
    [{ from: 'Monday' }, 'from instant'],
    [{ siteIds: '999' }, 'site_without_article'],
    [{ articleNumber: HOSTILE_TEXT }, 'article_unknown'],
    [{ amount: '250.00' }, 'price_odd'],
    [{ amount: '2.00' }, 'price_odd'],
    [{ expected: '0-0' }, 'changed_meanwhile'],
    [{ unknown: 'x' }, 'unknown unknown'],
  ])('%j is refused: %s', async (fields, refusal) => {
    const before = await shop.backend.database.$count(price);
    expect(getRefusalCode(await setPrice(fields))).toBe(refusal);
    expect(await shop.backend.database.$count(price)).toBe(before);
  });

  it('that looks wrong is accepted after a confirmation', async () => {
    const preview = await shop.anna.submit(`/admin/prices/${ARTICLE_NUMBER}`, 'price.preview', {
      amount: '250.00',
      siteIds: ['1'],
    });
    const path = preview.document.querySelector('input[name="_page"]')?.getAttribute('value') ?? '';
    const refused = await shop.anna.submit(path, 'price.set');
    expect([refused.status, readFaultText(refused)]).toEqual([409, expect.stringContaining('ten times')]);
    const set = await shop.anna.submit(path, 'price.set', { isMeant: 'true' });
    expect(set.status).toBe(200);
    expect((await fetchVariant()).price.amountInclVat).toBe(25_000);
  });

  it('is set by only one of two staff members who have viewed the same prices', async () => {
    const from = new Date(FIXTURE_NOW.getTime() + DAY_MS).toISOString();
    const look = () =>
      shop.anna.get(`/admin/prices/${ARTICLE_NUMBER}?amount=20.00&basis=inclVat&from=${from}`);
    const version = (answer: AdminResponse) =>
      answer.document.querySelector<HTMLInputElement>('input[name=expected]')?.value ?? '';
    const [one, two] = [version(await look()), version(await look())];
    expect(one).toBe(two);
    const done = await Promise.all([
      setPrice({ from, expected: one }),
      setPrice({ from, amount: '19.00', expected: two }),
    ]);
    expect(done.map(getRefusalCode).sort()).toEqual(['changed_meanwhile', 'done']);
  });

  it('cannot share its start with another, cannot be removed after its start, and changes nothing if it is equal', async () => {
    const from = new Date(FIXTURE_NOW.getTime() + DAY_MS);
    await setPrice({ from: from.toISOString() });
    expect(getRefusalCode(await setPrice({ from: from.toISOString(), amount: '18.00' }))).toBe(
      'price_moment_taken',
    );
    shop.backend.setNow(from);
    const revoke = { articleNumber: ARTICLE_NUMBER, from: from.toISOString() };
    expect(getRefusalCode(await run('price.revoke', revoke))).toBe('price_begun');
    expect(
      getRefusalCode(
        await run('price.revoke', { ...revoke, from: new Date(from.getTime() + 1000).toISOString() }),
      ),
    ).toBe('not_found');
    shop.backend.setNow(new Date(from.getTime() + DAY_MS));
    expect(await setPrice({})).toMatchObject({ kind: 'done', isChanged: false });
  });

  it('is retained and reported by an import of the same files, and replaced by an import with overwrite', async () => {
    await setPrice({ amount: '24.20', siteIds: '1' });
    const now = new Date(FIXTURE_NOW.getTime() + DAY_MS);
    const options = { now, packshotsFolder: PACKSHOTS_FOLDER };
    const kept = await importShop(shop.backend.database, SAMPLE_DATA_FOLDER, { ...options, again: true });
    shop.backend.setNow(now);
    expect((await fetchVariant()).price.amountInclVat).toBe(2420);
    expect(kept?.kept.map(({ list, key }) => [list, key])).toEqual([['prices', ARTICLE_NUMBER]]);
    await importShop(shop.backend.database, SAMPLE_DATA_FOLDER, { ...options, overwrite: true });
    expect((await fetchVariant()).price.amountInclVat).toBe(2195);
    await shop.backend.database
      .delete(price)
      .where(and(eq(price.productVariantId, VARIANT_ID), gt(price.validFrom, FIXTURE_NOW)));
  });
});

describe('stock', () => {
  const readAmount = async (articleNumber: string) => {
    const answer = await shop.anna.get(`/admin/products?text=${articleNumber}`);
    return answer.document.querySelectorAll('tbody td')[3]?.textContent;
  };

  it('is counted, delivered and set, each with an entry in the log', async () => {
    const product = `/admin/products/${PRODUCT_ID}`;
    const ofArticle = (form: HTMLFormElement) =>
      form.querySelector<HTMLInputElement>('[name=articleNumber]')?.value === ARTICLE_NUMBER;
    const before = Number(await readAmount(ARTICLE_NUMBER));
    const counted = await shop.anna.submit(product, 'stock.count', { amount: '100' }, { pick: ofArticle });
    expect(counted.document.querySelector('.notice')?.textContent).toBe(
      `${ARTICLE_NUMBER}: ${before} expected, 100 counted (${100 - before}).`,
    );
    await shop.anna.submit(product, 'stock.deliver', { pieces: '20' }, { pick: ofArticle });
    expect(await readAmount(ARTICLE_NUMBER)).toBe('120');
    await shop.anna.submit(product, 'stock.set', { amount: '7' }, { pick: ofArticle });
    expect(await readAmount(ARTICLE_NUMBER)).toBe('7');
    const logged = await Promise.all(['stock.count', 'stock.deliver', 'stock.set'].map(listAdminLogRows));
    expect(logged.map((rows) => [rows.at(-1)?.before, rows.at(-1)?.after])).toEqual([
      [{ pieces: before }, { pieces: 100 }],
      [{ pieces: 100 }, { pieces: 120 }],
      [{ pieces: 120 }, { pieces: 7 }],
    ]);
  });

  it('after a delivery makes a product available: its pages are purged, and stock reminders are sent', async () => {
    const { call } = createBackendCaller(() => shop.backend);
    await call('requestStockReminder');
    await deliverPurgesToWebs();
    const token = /token=([\w-]+)/.exec(shop.backend.mails.at(-1)?.text ?? '')?.[1];
    expect((await call('confirmStockReminder', { body: { token } })).status).toBe(200);
    shop.backend.mails.length = 0;
    shop.backend.forgotten.length = 0;
    expect(
      getRefusalCode(await run('stock.deliver', { articleNumber: SOLD_OUT_ARTICLE_NUMBER, pieces: '5' })),
    ).toBe('done');
    await deliverPurgesToWebs();
    expect(shop.backend.forgotten).toContain('product-140');
    await shop.backend.runJob('stock-reminders');
    await deliverPurgesToWebs();
    expect(shop.backend.mails.map(({ kind }) => kind)).toEqual(['stock-reminder-back']);
    await run('stock.set', { articleNumber: SOLD_OUT_ARTICLE_NUMBER, amount: '0' });
  });

  it('is not changed by an import of the same files', async () => {
    await run('stock.set', { articleNumber: ARTICLE_NUMBER, amount: '33' });
    await importShop(shop.backend.database, SAMPLE_DATA_FOLDER, {
      now: FIXTURE_NOW,
      packshotsFolder: PACKSHOTS_FOLDER,
      again: true,
    });
    expect(await readAmount(ARTICLE_NUMBER)).toBe('33');
  });

  it.each([
    ['stock.set', { amount: '-1' }, 'amount range'],
    ['stock.set', { amount: '1.5' }, 'amount whole'],
    ['stock.set', { amount: '1e3' }, 'amount whole'],
    ['stock.set', { amount: '5', isUncounted: 'true' }, 'stock_or_uncounted'],
    ['stock.set', {}, 'stock_or_uncounted'],
    ['stock.set', { amount: '5', expectedAmount: '4711' }, 'changed_meanwhile'],
    ['stock.count', { amount: '' }, 'amount required'],
    ['stock.deliver', { pieces: '0' }, 'pieces range'],
    ['stock.deliver', { pieces: '-1' }, 'pieces range'],
    ['stock.deliver', { pieces: '1', articleNumber: HOSTILE_TEXT }, 'article_unknown'],
    ['stock.deliver', { pieces: '1', articleNumber: GIFT_CARD_ARTICLE_NUMBER }, 'stock_uncounted'],
    ['stock.list', { act: 'set' }, 'list_or_file'],
    ['stock.list', { act: 'steal', list: `${ARTICLE_NUMBER};1` }, 'act choice'],
    ['stock.list', { act: 'set', list: 'article;amount' }, 'list_empty'],
  ])('%s of %j is refused: %s', async (name, fields, refusal) => {
    const base: Record<string, string> = name === 'stock.list' ? {} : { articleNumber: ARTICLE_NUMBER };
    expect(getRefusalCode(await run(name, { ...base, ...fields }))).toBe(refusal);
  });

  it('of a list is applied completely, from a file or a field, or refused with a fault for each line', async () => {
    const refused = await shop.anna.submit('/admin/stock', 'stock.list', {
      act: 'count',
      list: `article;amount\n${ARTICLE_NUMBER};12\n\n${ARTICLE_NUMBER};13\n${HOSTILE_TEXT}\nnone-such\n${SOLD_OUT_ARTICLE_NUMBER};-1\n${SOLD_OUT_ARTICLE_NUMBER};2.5`,
    });
    expect(refused.status).toBe(409);
    const lines = [...refused.document.querySelectorAll('.fault li')].map((line) => line.textContent);
    expect(lines).toEqual([
      `Line 4: ${ARTICLE_NUMBER} is already in line 2.`,
      'Line 5: ‘--’ is not a quantity (0 to 999999).',
      'Line 6: enter an article number and a quantity, separated by a semicolon.',
      'Line 7: ‘-1’ is not a quantity (0 to 999999).',
      'Line 8: ‘2.5’ is not a quantity (0 to 999999).',
    ]);
    expect(refused.document.querySelector('textarea')?.value).toContain(HOSTILE_TEXT);
    const unknown = await run('stock.list', { act: 'set', list: `${ARTICLE_NUMBER};12\nnone-such;4` });
    expect(getRefusalCode(unknown)).toBe('stock_list');
    expect(await readAmount(ARTICLE_NUMBER)).toBe('33');

    const bytes = Buffer.from(
      `\uFEFFarticleNumber,amount\r\n"${ARTICLE_NUMBER}",12\r\n${SOLD_OUT_ARTICLE_NUMBER}\t3\r\n`,
    );
    const done = await shop.anna.submit(
      '/admin/stock',
      'stock.list',
      { act: 'set' },
      { files: { file: [{ name: 'stock.csv', bytes }] } },
    );
    expect(done.document.querySelector('.notice')?.textContent).toBe('Products read: 2. Changed: 2.');
    expect([await readAmount(ARTICLE_NUMBER), await readAmount(SOLD_OUT_ARTICLE_NUMBER)]).toEqual([
      '12',
      '3',
    ]);
    const file = await shop.anna.get('/admin/stock.csv');
    expect(file.html).toContain(`${ARTICLE_NUMBER};12\r\n`);
    await run('stock.set', { articleNumber: SOLD_OUT_ARTICLE_NUMBER, amount: '0' });
  });

  it('of a resent form is delivered once, also concurrently; another form of the same page is delivered again', async () => {
    await run('stock.set', { articleNumber: ARTICLE_NUMBER, amount: '10' });
    const count = await shop.backend.database.$count(adminLog);
    const { document } = await shop.anna.get('/admin/stock');
    const form = document.querySelector<HTMLFormElement>('form[action="/admin/do/stock.deliver"]');
    const fields = (pieces: string) => {
      const sent = new URLSearchParams({ articleNumber: ARTICLE_NUMBER, pieces });
      for (const { name, value } of form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? []) {
        sent.set(name, value);
      }
      return sent;
    };
    const send = (pieces: string) =>
      shop.pages.ask('/admin/do/stock.deliver', {
        method: 'POST',
        body: fields(pieces),
        headers: { cookie: shop.anna.cookie },
      });
    const both = await Promise.all([send('5'), send('5')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 303]);
    const later = await send('5');
    expect(later.document.querySelector('.notice')?.textContent).toContain('already submitted');
    const readAmount = async () =>
      (await shop.backend.database.select().from(stock).where(eq(stock.productVariantId, VARIANT_ID)))[0]
        ?.amount;
    expect(await readAmount()).toBe(15);
    expect((await send('6')).status).toBe(303);
    await shop.anna.submit('/admin/stock', 'stock.deliver', { articleNumber: ARTICLE_NUMBER, pieces: '5' });
    expect([await readAmount(), await shop.backend.database.$count(adminLog)]).toEqual([26, count + 3]);
  });

  it('includes both of two concurrent deliveries', async () => {
    await run('stock.set', { articleNumber: ARTICLE_NUMBER, amount: '10' });
    const deliver = () => run('stock.deliver', { articleNumber: ARTICLE_NUMBER, pieces: '5' });
    await Promise.all([deliver(), deliver()]);
    const [row] = await shop.backend.database
      .select()
      .from(stock)
      .where(eq(stock.productVariantId, VARIANT_ID));
    expect(row?.amount).toBe(20);
  });
});

describe('promotions', () => {
  const names = Object.fromEntries(
    ['nl', 'de', 'da', 'en', 'it', 'pt', 'es', 'sv', 'et'].map((code) => [
      `name_${code}`,
      HOSTILE_TEXT.slice(0, 40),
    ]),
  );

  it('are added, listed with their uses, and ended', async () => {
    const added = await shop.anna.submit('/admin/promotions', 'promotion.add', {
      promotionKey: 'autumn-page',
      gives: 'percentage',
      percentage: '12.5',
      code: 'STAL12',
      siteIds: ['1'],
      ...names,
    });
    expect([added.status, readFaultText(added)]).toEqual([200, '']);
    expect(added.html).not.toContain('<img');
    const row = [...added.document.querySelectorAll('tbody tr')].find((each) =>
      each.textContent?.includes('autumn-page'),
    );
    expect(row?.textContent).toContain('12.5% off');
    // Short headings that differ from the labels of the form.
    expect([...added.document.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
      'Key',
      'Benefit',
      'Code',
      'Period',
      'Minimum',
      'Used',
      'Sites',
      'End',
    ]);
    await shop.anna.submit(
      '/admin/promotions',
      'promotion.end',
      {},
      {
        pick: (form) => form.querySelector<HTMLInputElement>('[name=promotionKey]')?.value === 'autumn-page',
      },
    );
    const ended = await shop.anna.get('/admin/promotions?state=ended');
    expect(ended.document.body.textContent).toContain('autumn-page');
    expect((await listAdminLogRows('promotion.end')).at(-1)).toMatchObject({ resourceId: 'autumn-page' });
  });

  it.each([
    [{ from: '2026-12-02T00:00', until: '2026-12-01T00:00' }, 'until_before_from'],
    [{ until: '2026-11-01T00:00' }, 'moment_past'],
    [{ percentage: '0' }, 'percentage range'],
    [{ percentage: '101' }, 'percentage range'],
    [{ percentage: '10.123' }, 'two_decimals'],
    [{ percentage: '' }, 'promotion_gives'],
    [{ gives: 'amount' }, 'promotion_gives'],
    [{ gives: 'freeProduct', gift: 'none-such' }, 'promotion_faults'],
    [{ promotionKey: 'Not A Key' }, 'promotionKey format'],
    [{ promotionKey: 'k'.repeat(81) }, 'promotionKey length'],
    // 80 characters are valid, as on the command line: the next field is refused.
    [{ promotionKey: 'k'.repeat(80), siteIds: '999' }, 'site_unknown'],
    [{ siteIds: '999' }, 'site_unknown'],
    [{ name_nl: '' }, 'promotion_faults'],
    [{ products: 'none-such' }, 'promotion_faults'],
    [{ usageLimit: '0' }, 'usageLimit range'],
  ])('%j is refused: %s', async (fields, refusal) => {
    const whole = { promotionKey: 'refused', gives: 'percentage', percentage: '10', siteIds: '1', ...names };
    expect(getRefusalCode(await run('promotion.add', { ...whole, ...fields }))).toBe(refusal);
  });

  it('report missing fields with the labels of the page, not with those of the command line', async () => {
    const fields = { promotionKey: 'wordless', gives: 'percentage', percentage: '10', siteIds: ['1'] };
    const refused = await shop.anna.submit('/admin/promotions', 'promotion.add', {
      ...fields,
      products: 'none-such',
    });
    const unknown = [...refused.document.querySelectorAll('.fault li')].map((item) => item.textContent);
    expect(unknown).toEqual([expect.stringContaining('none-such')]);
    const named = await shop.anna.submit('/admin/promotions', 'promotion.add', fields);
    const missing = [...named.document.querySelectorAll('.fault li')].map((item) => item.textContent);
    expect(missing).toEqual(
      ['nl', 'en'].map((code) => expect.stringMatching(new RegExp(`‘${code}’.*havero-nl`))),
    );
    expect([...unknown, ...missing].join()).not.toContain('--');
  });
});

describe('gift cards', () => {
  it('are created with number and PIN shown once and stored nowhere, and not twice by the same form', async () => {
    const made = await shop.anna.submit('/admin/gift-cards', 'giftcard.create', { amount: '25.00' });
    const said = made.document.querySelector('.notice')?.textContent ?? '';
    const [, number = '', pin = ''] = /Number ([\d ]{19}), PIN (\d{4})/.exec(said) ?? [];
    expect(number.replaceAll(' ', '')).toMatch(/^\d{16}$/);
    const again = await shop.anna.get('/admin/gift-cards');
    expect(again.html).not.toContain(number);
    expect(again.document.querySelector('tbody a')?.textContent).toBe(`…${number.slice(-4)}`);
    const dump = JSON.stringify(await listAdminLogRows('giftcard.create'));
    expect(dump).not.toContain(number.replaceAll(' ', ''));
    expect(dump).not.toContain(`"${pin}"`);
    // As in a browser that reloads the response.
    const resent = await run('giftcard.create', { amount: '25.00', expectedNewest: '0' });
    expect(getRefusalCode(resent)).toBe('card_made_already');
  });

  it('are shown to their creator even if the page of the form no longer exists', async () => {
    const { document } = await shop.anna.get('/admin/gift-cards');
    const body = new URLSearchParams({ amount: '25.00' });
    const form = document.querySelector('form[action="/admin/do/giftcard.create"]');
    for (const { name, value } of form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? []) {
      body.set(name, value);
    }
    body.set('_page', '/admin/gone');
    const init = {
      method: 'POST',
      body,
      headers: { cookie: shop.anna.cookie },
      signal: AbortSignal.timeout(10_000),
    };
    const made = await shop.pages.ask('/admin/do/giftcard.create', init);
    expect(made.document.querySelector('.notice')?.textContent).toMatch(/Number [\d ]{19}, PIN \d{4}/);
  });

  it('are corrected with a reason, up to their original amount, and blocked', async () => {
    const list = await shop.anna.get('/admin/gift-cards');
    const path = list.document.querySelector('tbody a')?.getAttribute('href') ?? '';
    const id = path.split('/').at(-1) ?? '';
    const corrected = await shop.anna.submit(path, 'giftcard.correct', {
      balance: '20.00',
      reason: 'mistake',
    });
    expect(corrected.document.querySelector('dd')?.textContent).toMatch(/^€20\.00$/);
    const correct = (fields: Record<string, string>) =>
      run('giftcard.correct', { giftCardId: id, balance: '10.00', reason: 'mistake', ...fields });
    expect(getRefusalCode(await correct({ balance: '25.01' }))).toBe('balance_too_high');
    expect(getRefusalCode(await correct({ balance: '-1' }))).toBe('balance range');
    expect(getRefusalCode(await correct({ reason: HOSTILE_TEXT }))).toBe('reason choice');
    expect(getRefusalCode(await correct({ expectedBalance: '2500' }))).toBe('changed_meanwhile');
    expect(getRefusalCode(await correct({ giftCardId: '999999' }))).toBe('not_found');
    await shop.anna.submit(path, 'giftcard.block', { _consent: 'true' });
    expect(getRefusalCode(await correct({}))).toBe('card_blocked');
    expect((await listAdminLogRows('giftcard.correct')).at(-1)).toMatchObject({
      before: { balance: 2500 },
      after: { balance: 2000, reason: 'mistake' },
    });
    expect(getRefusalCode(await run('giftcard.create', { amount: '0.99' }))).toBe('amount range');
    expect(getRefusalCode(await run('giftcard.create', { amount: '5', lastDay: '2026-11-01' }))).toBe(
      'moment_past',
    );
  });
});

describe('reviews', () => {
  it('are removed for one of the reasons, and restored', async () => {
    const path = `/admin/reviews?product=${PRODUCT_ID}`;
    const hidden = await shop.anna.submit(path, 'review.hide', { reason: 'fake' });
    expect(hidden.document.querySelectorAll('tbody tr')).toHaveLength(0);
    expect((await listAdminLogRows('review.hide')).at(-1)).toMatchObject({
      before: { takenDownFor: null },
      after: { takenDownFor: 'fake' },
    });
    const shown = await shop.anna.submit(`${path}&state=hidden`, 'review.show');
    expect(shown.status).toBe(200);
    expect((await shop.anna.get(path)).document.querySelectorAll('tbody tr')).toHaveLength(1);
    expect(getRefusalCode(await run('review.hide', { reviewId: '99999', reason: 'fake' }))).toBe('not_found');
    expect(getRefusalCode(await run('review.hide', { reviewId: '1', reason: 'low-rating' }))).toBe(
      'reason choice',
    );
  });
});

describe('samples', () => {
  const number = 'RQS-2026-00102';

  it('are listed with their results, and a file with faults is refused row by row', async () => {
    const list = await shop.anna.get('/admin/samples?state=result&text=RQS');
    expect(list.document.body.textContent).toContain(number);
    const one = await shop.anna.get(`/admin/samples/${number}`);
    expect(one.document.querySelector('main a[href*="/rqs/"]')?.getAttribute('href')).toMatch(/^http:/);
    const send = (name: string, text: string) =>
      shop.anna.submit(
        '/admin/samples',
        'lab.take',
        { tells: 'received' },
        { files: { file: [{ name, bytes: Buffer.from(text) }] } },
      );
    const refused = await send(
      'in.csv',
      `sampleNumber,receiptDate\nRQS-1999-1,2026-11-01\n${number},2999-01-01\n`,
    );
    expect(refused.status).toBe(409);
    expect(refused.document.querySelectorAll('.fault li').length).toBeGreaterThan(0);
    expect((await send('in.exe', 'MZ')).status).toBe(409);
    expect((await shop.anna.submit('/admin/samples', 'lab.take', { tells: 'import' })).status).toBe(409);
    expect(await listAdminLogRows('lab.take')).toEqual([]);
  });

  it('are exported for the laboratory, and their kits noted as sent, all or none', async () => {
    const { database } = shop.backend;
    const ordered = await database
      .select({ sampleNumber: roughageSample.sampleNumber })
      .from(roughageSample)
      .where(ne(roughageSample.sampleNumber, number))
      .orderBy(asc(roughageSample.sampleNumber))
      .limit(2);
    const numbers = ordered.map(({ sampleNumber }) => sampleNumber);
    const isMeant = inArray(roughageSample.sampleNumber, numbers);
    await database.update(roughageSample).set({ state: 'ordered', sentAt: null }).where(isMeant);
    const list = await shop.anna.get('/admin/samples/expected.csv');
    expect(list.headers.get('content-disposition')).toContain('samples.csv');
    expect(list.html.split('\n')[0]?.trim()).toBe('sampleNumber,test,kit');
    for (const sampleNumber of numbers) expect(list.html).toContain(sampleNumber);

    const wrong = await shop.anna.submit('/admin/samples', 'lab.send', {
      sampleNumbers: `${numbers[0]}\nRQS-1999-1`,
    });
    expect([wrong.status, readFaultText(wrong)]).toEqual([409, expect.stringContaining('RQS-1999-1')]);
    expect(await listAdminLogRows('lab.send')).toEqual([]);
    // The form lists the kits that are ordered but not sent.
    const sent = await shop.anna.submit('/admin/samples', 'lab.send');
    expect(sent.document.querySelector('.notice')?.textContent).toBe('2 kits marked as dispatched.');
    expect((await listAdminLogRows('lab.send')).map(({ resourceId }) => resourceId)).toEqual(numbers);
    const rows = await database.select().from(roughageSample).where(isMeant);
    expect(rows.map(({ state, sentAt }) => [state, sentAt])).toEqual(
      numbers.map(() => ['sent', FIXTURE_NOW]),
    );
  });

  it('can have their owners notified again, and are withdrawn after a confirmation', async () => {
    const told = await shop.anna.submit(`/admin/samples/${number}`, 'lab.tell');
    expect(told.document.querySelector('.notice')?.textContent).toBe('The email will be sent shortly.');
    await shop.backend.runJob('queue');
    expect((await shop.anna.submit(`/admin/samples/${number}`, 'lab.withdraw')).status).toBe(422);
    await shop.anna.submit(`/admin/samples/${number}`, 'lab.withdraw', { _consent: 'true' });
    const gone = await shop.anna.get(`/admin/samples/${number}`);
    expect(gone.document.body.textContent).toContain('Withdrawn');
    expect(getRefusalCode(await run('lab.tell', { sampleNumber: number }))).toBe('not_found');
    expect(getRefusalCode(await run('lab.tell', { sampleNumber: HOSTILE_TEXT }))).toBe('not_found');
  });
});

describe('dealers and parcel shops', () => {
  type Row = { dealerId: number; name: string; latitude: number; longitude: number };

  it('are replaced by a file after a preview of the changes; swapped coordinates are refused with their row', async () => {
    const file = await shop.anna.get('/admin/places/dealers.json');
    const current = JSON.parse(file.html) as { dealers: Row[] };
    expect(current.dealers.length).toBeGreaterThan(3);
    const [first, second, ...rest] = current.dealers;
    if (!first || !second) throw new Error('The sample shop has no dealers');
    const send = (dealers: unknown, fields: Record<string, string> = {}) =>
      shop.anna.submit(
        '/admin/places',
        'places.replace',
        { places: 'dealers', ...fields },
        { files: { file: [{ name: 'dealers.json', bytes: Buffer.from(JSON.stringify({ dealers })) }] } },
      );
    const changed = [{ ...first, name: 'Stal & Zonen' }, ...rest];
    const difference = await send(changed);
    expect(readFaultText(difference)).toContain('adds 0, changes 1 and removes 1');
    expect((await shop.anna.get('/admin/places/dealers.json')).html).toBe(file.html);
    const { latitude, longitude } = first;
    const swapped = await send([{ ...first, latitude: longitude, longitude: latitude }, second, ...rest]);
    expect(readFaultText(swapped)).toContain('are swapped');
    const twice = await send([first, first]);
    expect(readFaultText(twice)).toContain('in the file twice');
    expect((await send('none')).status).toBe(409);

    const done = await send(changed, { isSeen: 'true' });
    expect(done.document.querySelector('.notice')?.textContent).toBe(
      'Replaced: 0 added, 1 changed, 1 removed.',
    );
    const { body } = await request(shop.backend.app)
      .get('/api/dealers')
      .set({ siteid: '1', languageid: '1' })
      .expect(200);
    const names = (body as Row[]).map(({ name }) => name);
    expect(names).toContain('Stal & Zonen');
    expect(names).not.toContain(second.name);
    expect((await send(current.dealers, { isSeen: 'true' })).status).toBe(200);
    expect((await shop.anna.get('/admin/places/dealers.json')).html).toBe(file.html);
    expect(await listAdminLogRows('places.replace')).toHaveLength(2);
  });

  it('are read as people type them: another spelling of what is stored is no change', async () => {
    type Typed = Row & { phoneNumber: string; emailAddress: string; address: { zipcode: string } };
    const file = await shop.anna.get('/admin/places/dealers.json');
    const { dealers } = JSON.parse(file.html) as { dealers: Typed[] };
    const [first, ...rest] = dealers;
    if (!first) throw new Error('The sample shop has no dealers');
    const send = (row: Typed, fields: Record<string, string> = {}) =>
      shop.anna.submit('/admin/places', 'places.replace', {
        places: 'dealers',
        list: JSON.stringify({ dealers: [row, ...rest] }),
        ...fields,
      });
    const typed = {
      ...first,
      phoneNumber: '0031 (0)88 000 00 01',
      emailAddress: first.emailAddress.toUpperCase(),
      address: { ...first.address, zipcode: `nl-${first.address.zipcode.replace(' ', '')}` },
    };
    expect((await send(typed)).status).toBe(200);
    expect((await shop.anna.get('/admin/places/dealers.json')).html).toBe(file.html);

    const moved = { ...typed, phoneNumber: '088-000 00 99' };
    expect(readFaultText(await send(moved))).toContain('adds 0, changes 1 and removes 0');
    expect((await send(moved, { isSeen: 'true' })).status).toBe(200);
    const after = JSON.parse((await shop.anna.get('/admin/places/dealers.json')).html) as {
      dealers: Typed[];
    };
    expect(after.dealers[0]).toEqual({ ...first, phoneNumber: '+31880000099' });

    const wrong = await send({ ...moved, phoneNumber: 'call us' });
    expect(readFaultText(wrong)).toContain('Enter it with its country code: +31…');
  });
});

describe('the catalogue pages of the back office', () => {
  it.each([
    ['/admin/books', 'Show'],
    ['/admin/promotions', 'Show'],
    ['/admin/products', 'Search'],
    ['/admin/log', 'Search'],
  ])('%s has the button label %s: only a list with a text field is searched', async (path, label) => {
    const { document } = await shop.anna.get(path);
    expect(document.querySelector('form.search button')?.textContent).toBe(label);
  });

  it('include no expected values in the form of a new position', async () => {
    const { document } = await shop.anna.get('/admin/jobs');
    const begin = document.querySelector('form[action="/admin/do/vacancy.save"]');
    expect(begin?.querySelector('[name="publishedOn"]')).not.toBeNull();
    expect(begin?.querySelector('[name^="expected"]')).toBeNull();
  });

  it.each([
    '/admin/products',
    '/admin/products?text=%25&state=soldOut&p=99',
    `/admin/products?text=${encodeURIComponent(HOSTILE_TEXT)}`,
    '/admin/prices',
    `/admin/prices/${ARTICLE_NUMBER}?amount=0&basis=x&siteIds=a&from=never`,
    '/admin/stock',
    '/admin/promotions?state=planned',
    '/admin/gift-cards?lastFour=12345',
    '/admin/reviews?product=x',
    '/admin/samples?state=slow',
    '/admin/places',
  ])('include %s', async (path) => {
    const answer = await shop.anna.get(path);
    expect(answer.status).toBe(200);
    expect(answer.html).not.toContain('<img src=x');
  });

  it.each([
    '/admin/products/0',
    '/admin/products/999999',
    '/admin/products/1e3',
    '/admin/prices/none',
    '/admin/gift-cards/999999999',
    '/admin/samples/none',
  ])('return 404 for %s', async (path) => {
    expect((await shop.anna.get(path)).status).toBe(404);
  });

  it('list open tasks on the first page', async () => {
    const { document } = await shop.anna.get('/admin/');
    expect(document.querySelector('.tasks')?.textContent).toContain('sold out');
  });
});
