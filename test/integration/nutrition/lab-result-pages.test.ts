import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request, { type Response } from 'supertest';
import { readFindings } from '../../../server/backend/nutrition/lab-results/parse-lab-rows.ts';
import { readLabFile, resultHeaders } from '../../../server/backend/nutrition/lab-results/read-lab-file.ts';
import { roughageSample } from '../../../server/backend/schema/schema.ts';
import { qsCounts, rqsParameters } from '../../../shared/rules/lab-results.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { insertLabResult } from '../../fixtures/lab-results.ts';
import { SAMPLE_DATA_FOLDER } from '../../fixtures/sample-database.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';

const englishHost = 'en.havero-nl.localhost';
const testedShops = [
  ['havero-nl.localhost', 'welke-ruwvoertest', 'nl-NL'],
  [englishHost, 'roughage-tests', 'en'],
  ['hafero-de.localhost', 'welcher-raufuttertest', 'de-DE'],
] as const;

interface SampleReport {
  readonly id: string;
  readonly sampleName: string;
  readonly type: 'hay' | 'silage';
  readonly receiptDate: string;
  readonly resultDate: string;
}
interface RqsReport extends SampleReport {
  readonly values: Readonly<Record<(typeof rqsParameters)[number], number>>;
  readonly classes: Readonly<Record<string, 'low' | 'normal' | 'high'>>;
  readonly energyLevel: 'low' | 'medium' | 'high';
}
interface QsReport extends SampleReport {
  readonly dryMatterPct: number;
  readonly counts: Readonly<Record<(typeof qsCounts)[number], number>>;
  readonly steps: Readonly<Record<string, 1 | 2 | 3 | 4>>;
  readonly germCount: number;
  readonly grade: 'A' | 'B' | 'C' | 'D';
}
const reports = JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, 'sample-reports.json'), 'utf8')) as {
  rqs: RqsReport[];
  qs: QsReport[];
};

let backend: BackendFixture;
let web: TestWeb;
let owner: SignedInCustomer;
let other: SignedInCustomer;
const sampleReportKeys = new Map<string, string>();

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app);
  [owner, other] = [await createSignedInAccount(backend), await createSignedInAccount(backend)];
  for (const [kind, rows] of [
    ['rqs', reports.rqs],
    ['qs', reports.qs],
  ] as const) {
    for (const row of rows) {
      const { id, sampleName, type, receiptDate, resultDate } = row;
      const sampleNumber = id.replace('-00', '-70');
      const { key } = await insertLabResult(backend.database, kind, {
        // The two tests of a batch are matched by their creation time.
        sample: { sampleNumber, sampleName, roughageType: type, receiptDate, createdAt: FIXTURE_NOW },
        result: {
          resultDate,
          rqs: 'values' in row ? { values: row.values, minerals: [] } : null,
          qs: 'counts' in row ? { dryMatterPct: row.dryMatterPct, counts: row.counts } : null,
        },
      });
      sampleReportKeys.set(id, key);
    }
  }
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

const getReportPath = (kind: 'rqs' | 'qs', key: string, page = 'roughage-tests') =>
  `/${page}/${kind}/${key}/`;
const encodeReportKey = (id: string) =>
  getReportKey(id).replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`);
const getReportKey = (id: string) => sampleReportKeys.get(id) ?? '';
const get = (to: string, { host = englishHost, cookie = '' } = {}): Promise<Response> =>
  request(web.server)
    .get(to)
    .set({ host, ...(cookie !== '' && { cookie }) })
    .then();

/** Returns the text of a document, without markup, scripts and state. */
const readWords = (html: string): string =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '|')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\|+/g, '|');

const verdictLabels = { low: 'Low', normal: 'On target', high: 'High' };

describe('the ten sample reports', () => {
  it.each(reports.rqs.map((report) => [report.id, report] as const))(
    '%s shows its values, classes and level',
    async (id, { sampleName, values, classes, energyLevel }) => {
      const { status, text } = await get(getReportPath('rqs', getReportKey(id)));
      expect(status).toBe(200);
      const words = readWords(text);
      expect(words).toContain(sampleName);
      expect(words).toContain(`Energy level of this roughage: ${energyLevel}`);
      const rows = text.slice(text.indexOf('<tbody'), text.indexOf('</tbody>')).split('<tr').slice(1);
      expect(rows).toHaveLength(rqsParameters.length);
      for (const [index, parameter] of rqsParameters.entries()) {
        const row = (rows[index] ?? '').replace(/<svg[\s\S]*?<\/svg>/g, '').replace(/<[^>]+>/g, '|');
        // With the decimals of its target: 8 MJ is shown as '8.0'.
        expect(row).toMatch(new RegExp(`\\|${String(values[parameter]).replace('.', '\\.')}(?:\\.0+)?\\|`));
        expect(row).toContain(`|${verdictLabels[classes[parameter] ?? 'normal']}|`);
        expect(row).toContain('our average');
      }
    },
  );

  it.each(reports.qs.map((report) => [report.id, report] as const))(
    '%s shows its counts, steps and grade',
    async (id, { counts, steps, grade, germCount, type, dryMatterPct }) => {
      const { status, text } = await get(getReportPath('qs', getReportKey(id)));
      expect(status).toBe(200);
      const words = readWords(text);
      expect(words).toContain(`Class ${grade}`);
      const write = (count: number) => `${count.toLocaleString('en-GB')} CFU per g`;
      for (const count of qsCounts) {
        expect(words).toContain(write(counts[count]));
        expect(words).toContain(`step ${steps[count]} of 4`);
      }
      expect(words).toContain(write(germCount));
      const isRefused = grade === 'C' || grade === 'D';
      expect(words.includes('not available with this batch')).toBe(isRefused);
      expect(words.includes('in storage')).toBe(type === 'hay' && dryMatterPct < 85);
      expect(words).toContain('Orientation values are not legal limits.');
      expect(words).toContain('Steaming kills germs but does not remove toxins.');
    },
  );

  it.each([
    ['rqs', 'RQS-2026-00101', 'Near infrared (NIR)', 'Nahinfrarot (NIR)'],
    ['qs', 'QS-2026-00201', 'Culture and colony count', 'Kultur und Koloniezählung'],
  ] as const)(
    'name the laboratory and the method of a %s in the language of the page',
    async (kind, id, inEnglish, inGerman) => {
      const read = async (host: string, page: string) =>
        readWords((await get(getReportPath(kind, getReportKey(id), page), { host })).text);
      expect(await read(englishHost, 'roughage-tests')).toContain(
        `|Laboratory|Grassland Laboratory|Method|${inEnglish}|Sample number|`,
      );
      expect(await read('hafero-de.localhost', 'welcher-raufuttertest')).toContain(
        `|Labor|Labor Grünland|Methode|${inGerman}|`,
      );
    },
  );

  it('show the scans of one batch side by side, and offer no advice for a batch that is not for horses', async () => {
    const sweet = readWords((await get(getReportPath('rqs', getReportKey('RQS-2026-00102')))).text);
    expect(sweet).toContain('High in sugar, enough energy.');
    expect(sweet).toContain('Not for horses prone to laminitis');
    expect(sweet).toContain('44,200,000 CFU per g');
    expect(sweet).toContain('Slightly raised, step 2 of 4');
    expect(sweet).toContain('Use in my feed advice');
    const alone = readWords((await get(getReportPath('rqs', getReportKey('RQS-2026-00103')))).text);
    expect(alone).toContain('There is no hygiene scan of this batch');
  });

  it('link an existing article for each value off its target, and no product list', async () => {
    const { text } = await get(getReportPath('rqs', getReportKey('RQS-2026-00105')));
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    const articles = [...main.matchAll(/href="([^"]+)"[^>]*>Read: /g)].map(([, to]) => to ?? '');
    // Dry matter, energy, protein and fibre; moisture and EWpa repeat two of them.
    expect(articles).toHaveLength(4);
    for (const to of articles) expect((await get(to)).status).toBe(200);
    expect(main).not.toContain('>In the shop: ');
  });

  it('link an article and two feeds for a nutrition scan with all values on target', async () => {
    const { text } = await get(getReportPath('rqs', getReportKey('RQS-2026-00101')));
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    expect(readWords(text)).toContain('All values are within target.');
    expect(main).toContain('>Read: ');
    expect(main).not.toContain('>In the shop: ');
    expect(main.match(/<article/g)).toHaveLength(2);
  });

  it('link a product list and an article for each hygiene class', async () => {
    for (const { id } of reports.qs) {
      const { text } = await get(getReportPath('qs', getReportKey(id)));
      const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
      const [, list = ''] = /href="([^"]+)"[^>]*>In the shop: /.exec(main) ?? [];
      expect((await get(list.replaceAll('&amp;', '&'))).text).toContain('<article');
      expect(main).toContain('>Read: ');
    }
  });
});

describe('the values of a report', () => {
  it.each(testedShops)('are the same on the page of %s', async (host, page, culture) => {
    const write = (value: number) =>
      new Intl.NumberFormat(culture === 'en' ? 'en-GB' : culture).format(value);
    const { status, text } = await get(getReportPath('rqs', getReportKey('RQS-2026-00102'), page), { host });
    expect(status).toBe(200);
    const words = readWords(text);
    const { values } = reports.rqs[1] as RqsReport;
    for (const value of Object.values(values)) expect(words).toContain(`|${write(value)}|`);
    expect(words).toContain(write(44_200_000).replace(/\s/g, '\u00a0'));
  });

  it.each([...reports.rqs, ...reports.qs].map(({ id }) => id))(
    'of %s can be downloaded as CSV and JSON, which the laboratory import can read',
    async (id) => {
      const kind = id.startsWith('RQS') ? 'rqs' : 'qs';
      const told = await get(`/api/${kind}-results/${getReportKey(id)}`);
      for (const format of ['csv', 'json']) {
        const file = await get(`/api/${kind}-results/${getReportKey(id)}/file.${format}`);
        expect(file.status).toBe(200);
        expect(file.headers['cache-control']).toBe('private, no-store');
        expect(file.headers['referrer-policy']).toBe('no-referrer');
        expect(file.headers['x-robots-tag']).toBe('noindex');
        expect(file.headers['content-disposition']).toContain(`${told.body.sampleNumber}.${format}`);
        const read = readLabFile(`x.${format}`, Buffer.from(file.text), resultHeaders);
        if (!('tables' in read)) throw new Error(JSON.stringify(read));
        const { rows, faults } = readFindings(read.tables, '2026-12-31');
        expect(faults).toEqual([]);
        const [finding] = rows;
        expect(finding).toMatchObject({
          sampleNumber: told.body.sampleNumber,
          testKind: kind,
          type: told.body.type,
          receiptDate: told.body.receiptDate,
          resultDate: told.body.resultDate,
        });
        const report = [...reports.rqs, ...reports.qs].find((known) => known.id === id);
        if (report && 'values' in report) expect(finding?.rqs?.values).toEqual(report.values);
        else expect(finding?.qs?.counts).toEqual((report as QsReport).counts);
      }
    },
  );
});

describe('the address of a report', () => {
  it('is private: not cached, not indexed, not in a referrer, not in the log', async () => {
    const to = getReportPath('rqs', getReportKey('RQS-2026-00101'));
    const { headers, text } = await get(to);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(text).toMatch(/<meta[^>]+name="robots"[^>]+content="noindex"/);
    expect(text).not.toContain('rel="canonical"');
    expect(headers['surrogate-key']).toBeUndefined();
    const log = JSON.stringify(web.lines);
    expect(log).toContain('/roughage-tests/rqs/{key}/');
    for (const key of sampleReportKeys.values()) expect(log).not.toContain(key);
  });

  it('redirects to the form with a trailing slash, without caching', async () => {
    const to = getReportPath('qs', getReportKey('QS-2026-00201'));
    const moved = await get(to.slice(0, -1));
    expect([moved.status, moved.headers.location]).toEqual([301, to]);
    expect(moved.headers['cache-control']).toBe('private, no-store');
    expect(moved.headers['referrer-policy']).toBe('no-referrer');
  });

  it.each([')', '.', '%3E'])('is not cached with %s after it, and not in a referrer', async (rest) => {
    const to = `${getReportPath('rqs', getReportKey('RQS-2026-00101')).slice(0, -1)}${rest}`;
    const moved = await get(to);
    expect([moved.status, moved.headers['cache-control'], moved.headers['referrer-policy']]).toEqual([
      301,
      'private, no-store',
      'no-referrer',
    ]);
    const { status, headers } = await get(moved.headers.location ?? '');
    expect([status, headers['referrer-policy']]).toEqual([404, 'no-referrer']);
    expect(headers['cache-control']).toMatch(/no-store/);
    expect(JSON.stringify(web.lines)).not.toContain(getReportKey('RQS-2026-00101'));
  });

  it('is not logged where letters of its path came percent-encoded', async () => {
    const { key } = await insertLabResult(backend.database, 'rqs');
    expect((await get(`/roughage-tests/%72qs/${key}/`)).headers.location).toBe(getReportPath('rqs', key));
    expect(JSON.stringify(web.lines)).not.toContain(key);
  });

  it.each([
    ['a truncated key', () => getReportPath('rqs', getReportKey('RQS-2026-00101').slice(1))],
    ['an empty key', () => getReportPath('rqs', 'A'.repeat(22))],
    ['a key of the other test type', () => getReportPath('rqs', getReportKey('QS-2026-00201'))],
    [
      'a double-encoded key',
      () => getReportPath('rqs', encodeURIComponent(encodeReportKey('RQS-2026-00101'))),
    ],
    ['a double-encoded invalid sequence', () => getReportPath('rqs', '%25ff')],
    ['the path of another page', () => getReportPath('rqs', getReportKey('RQS-2026-00101'), 'terms')],
    [
      'the slug of another language',
      () => getReportPath('rqs', getReportKey('RQS-2026-00101'), 'welke-ruwvoertest'),
    ],
  ])('returns 404 with %s', async (_what, createPath) => {
    const { status, text, headers } = await get(createPath());
    expect(status).toBe(404);
    expect(headers['cache-control']).toMatch(/no-store/);
    expect(text).not.toContain('Achterweide');
  });

  it('returns 404 on a site without tests', async () => {
    const { status } = await get(getReportPath('rqs', getReportKey('RQS-2026-00101')), {
      host: 'havero-en.localhost',
    });
    expect([404, 421]).toContain(status);
    const file = await get(`/api/rqs-results/${getReportKey('RQS-2026-00101')}/file.csv`, {
      host: 'havero-en.localhost',
    });
    expect([404, 421]).toContain(file.status);
  });
});

describe('the owner of a report', () => {
  const readToken = (html: string): string => /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? '';

  async function insertOwnResults() {
    return insertLabResult(backend.database, 'rqs', {
      sample: { accountId: owner.accountId, sampleName: 'South field' },
    });
  }
  const send = (fields: Readonly<Record<string, string>>, cookie = owner.cookie) =>
    request(web.server)
      .post('/account/rqs-results/')
      .type('form')
      .set({ host: englishHost, cookie, 'sec-fetch-site': 'same-origin' })
      .send(fields)
      .then();

  it('sees new reports in a list, marks them as read without script, and is the only one who sees the forms', async () => {
    const { key, sampleId } = await insertOwnResults();
    const list = await get('/account/rqs-results/', owner);
    expect(list.status).toBe(200);
    expect(readWords(list.text)).toContain('|New|');
    expect(list.text).toContain(getReportPath('rqs', key));
    const page = await get(getReportPath('rqs', key), owner);
    expect(page.text).toContain('name="form" value="result-read"');
    // Viewing changes nothing.
    const isRead = async () =>
      (await backend.database.select().from(roughageSample).where(eq(roughageSample.sampleId, sampleId)))[0]
        ?.readAt !== null;
    expect(await isRead()).toBe(false);
    for (const cookie of ['', other.cookie]) {
      const strange = await get(getReportPath('rqs', key), { cookie });
      expect(strange.status).toBe(200);
      expect(strange.text).not.toContain('result-replace');
    }
    const formToken = readToken(page.text);
    const fields = { form: 'result-read', kind: 'rqs', key };
    expect((await send({ ...fields, formToken: 'none' })).status).not.toBe(303);
    expect((await send({ ...fields, formToken }, other.cookie)).status).not.toBe(303);
    expect(await isRead()).toBe(false);
    const sent = await send({ ...fields, formToken });
    expect([sent.status, sent.headers.location]).toEqual([303, '/account/rqs-results/']);
    expect(await isRead()).toBe(true);
    expect(readWords((await get('/account/rqs-results/', other)).text)).not.toContain('South field');
  });

  it('replaces the link, and the previous one is invalid', async () => {
    const { key } = await insertOwnResults();
    const page = await get(getReportPath('rqs', key), owner);
    const sent = await send({ form: 'result-replace', kind: 'rqs', key, formToken: readToken(page.text) });
    expect(sent.status).toBe(303);
    expect(sent.headers['cache-control']).toBe('private, no-store');
    const { location = '' } = sent.headers;
    expect(location).toMatch(/^\/roughage-tests\/rqs\/[\w-]{43}\/$/);
    expect(location).not.toContain(key);
    expect((await get(getReportPath('rqs', key), owner)).status).toBe(404);
    const notice = String(sent.headers['set-cookie']).split(';')[0];
    const told = await get(location, { cookie: `${owner.cookie}; ${notice}` });
    expect(readWords(told.text)).toContain('This page has a new address.');
  });
});
