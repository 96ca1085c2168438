import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { enqueue } from '../../../server/backend/core/queue/enqueue.ts';
import { LAB_RESULT_JOB } from '../../../server/backend/nutrition/lab-results/import-results.ts';
import { labResult, route, site, siteLanguage } from '../../../server/backend/schema/schema.ts';
import { type Locale, locales } from '../../../shared/rules/localised-segments.ts';
import { createSignedInAccount } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { insertLabResult, sweetHay } from '../../fixtures/lab-results.ts';
import { recalculate } from '../../fixtures/saved-advice.ts';
import { selectOneTestPerGroup } from '../../fixtures/test-case-sampling.ts';

const root = path.join(import.meta.dirname, '../../..');
const messagesByLocale = new Map<Locale, Readonly<Record<string, string>>>(
  locales.map((locale) => [
    locale,
    JSON.parse(readFileSync(path.join(root, `locales/mail.${locale}.json`), 'utf8')),
  ]),
);
/** Returns whether a message key belongs to these mails only. */
const isLabMailKey = (key: string): boolean => /^(labResult|adviceChanged)\./.test(key);

/** Variant of Terno Basis. */
const BASIS_VARIANT_ID = 1011;
const ROUGHAGE_TESTS_PAGE_ID = 116;

let backend: BackendFixture;
const { call } = createBackendCaller(() => backend);
/** Every shop in every language, with its brand. */
const shopLanguages: {
  readonly siteId: number;
  readonly languageId: number;
  readonly locale: Locale;
  readonly domain: string;
  readonly brand: 'Havero' | 'Hafero';
}[] = [];

beforeAll(async () => {
  backend = await openBackendFixture();
  const { database } = backend;
  const { languages } = JSON.parse(
    readFileSync(path.join(root, 'server/backend/sample-shop/data/sites.json'), 'utf8'),
  );
  const codes = new Map(
    languages.map((each: { languageId: number; code: Locale }) => [each.languageId, each.code]),
  );
  const rows = await database.select().from(siteLanguage);
  for (const { siteId, type } of await database.select().from(site)) {
    if (type === 2) continue;
    // Enables tests in all shops, including those that do not sell them yet.
    await database
      .update(site)
      .set({ enableRqs: true, rqsContentPageId: ROUGHAGE_TESTS_PAGE_ID })
      .where(eq(site.siteId, siteId));
    for (const { languageId, domain } of rows.filter((row) => row.siteId === siteId)) {
      const of = { siteId, languageId, contentPageId: ROUGHAGE_TESTS_PAGE_ID };
      const [page] = await database
        .select()
        .from(route)
        .where(
          and(
            eq(route.siteId, siteId),
            eq(route.languageId, languageId),
            eq(route.contentPageId, ROUGHAGE_TESTS_PAGE_ID),
            eq(route.isCanonical, true),
          ),
        );
      if (!page)
        await database
          .insert(route)
          .values({ ...of, path: '/roughage-reports/', kind: 'contentPage', isCanonical: true });
      const locale = codes.get(languageId) as Locale;
      shopLanguages.push({ siteId, languageId, locale, domain, brand: type === 0 ? 'Havero' : 'Hafero' });
    }
  }
});

afterAll(() => backend?.close());

/** Creates the mails about a result, its correction, and the changed ration, as their owner gets them. */
async function writeAllLabMails({ siteId, languageId }: (typeof shopLanguages)[number]) {
  const { database, mails } = backend;
  const headers = { siteid: String(siteId), languageid: String(languageId) };
  const owner = await createSignedInAccount(backend, { siteId, languageId });
  const sampleName = `Hay ${randomUUID().slice(0, 8)}`;
  const sample = { siteId, languageId, accountId: owner.accountId, sampleName };
  const result = { resultDate: '2026-11-01' };
  const { sampleId, key, sampleNumber } = await insertLabResult(database, 'rqs', { sample, result });
  const hygiene = await insertLabResult(database, 'qs', { sample, result });
  const saved = await call(
    'saveFeedAdvice',
    {
      body: {
        horseType: 'horse',
        weightKg: 600,
        workLevel: 'light',
        roughage: { rqsKey: key },
        productVariantId: BASIS_VARIANT_ID,
        horseName: 'Bella',
      },
    },
    { ...headers, cookie: owner.cookie },
  );
  expect(saved.status).toBe(200);
  await database.insert(labResult).values({
    sampleId,
    version: 2,
    ...result,
    rqs: { ...sweetHay, values: { ...sweetHay.values, energyDE: 10.8 } },
    importedAt: FIXTURE_NOW,
  });
  mails.length = 0;
  const tell = async (told: { readonly sampleId: string; readonly version: number }) => {
    await database.transaction('import-lab-results', (transaction) =>
      enqueue(transaction, [{ name: LAB_RESULT_JOB, payload: told, now: FIXTURE_NOW }]),
    );
    await backend.runJob('queue');
    await backend.runJob('queue');
  };
  await tell({ sampleId: hygiene.sampleId, version: 1 });
  await tell({ sampleId, version: 2 });
  await recalculate(backend, sampleId);
  await backend.runJob('queue');
  return {
    owner,
    headers,
    sampleName,
    mails: [...mails],
    results: [
      { kind: 'qs', key: hygiene.key, sampleNumber: hygiene.sampleNumber },
      { kind: 'rqs', key, sampleNumber },
    ],
  };
}

/** Fills values into a message. */
const fillMessage = (text = '', values: Readonly<Record<string, string | undefined>>): string =>
  text.replaceAll(/%\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');

/** Counts of the sample report QS-2026-00203. */
const spoiledHayCounts = {
  aerobicBacteria: 95_000_000,
  spoilageBacteria: 14_000_000,
  fieldMoulds: 300_000,
  storageMoulds: 1_600_000,
  yeasts: 400_000,
};

describe('laboratory mails', () => {
  it('name the test, and warn not to feed the batch if its hygiene is of class D', async () => {
    const { database, mails } = backend;
    const { accountId } = await createSignedInAccount(backend);
    const sample = { accountId, sampleName: `Hay ${randomUUID().slice(0, 8)}` };
    const minerals = [{ key: 'calcium', unit: 'g/kg DM', value: 4.2 }];
    const results = [
      await insertLabResult(database, 'rqs', { sample }),
      await insertLabResult(database, 'rqs', { sample, result: { rqs: { ...sweetHay, minerals } } }),
      await insertLabResult(database, 'qs', {
        sample,
        result: { qs: { dryMatterPct: 80.9, counts: spoiledHayCounts } },
      }),
    ];
    mails.length = 0;
    for (const { sampleId } of results) {
      await database.transaction('import-lab-results', (transaction) =>
        enqueue(transaction, [{ name: LAB_RESULT_JOB, payload: { sampleId, version: 1 }, now: FIXTURE_NOW }]),
      );
    }
    await backend.runJob('queue');
    await backend.runJob('queue');
    const own = messagesByLocale.get('nl') ?? {};
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
      (['qs', 'rqs', 'rqsMinerals'] as const)
        .map((test) => `${own['labResult.verdictD']}: ${sample.sampleName} · ${own[`labResult.${test}`]}`)
        .toSorted(),
    );
    for (const { text } of mails) expect(text).toContain(own['labResult.refusedD']);
  });

  it('are complete in every language of every shop, mention its brand only, and link to the report', async () => {
    const spoken = new Set<string>();
    for (const place of selectOneTestPerGroup(shopLanguages, ({ brand, locale }) => `${brand} ${locale}`)) {
      const { locale, domain, brand } = place;
      spoken.add(`${brand} ${locale}`);
      const own = messagesByLocale.get(locale) ?? {};
      const { owner, headers, sampleName, mails, results } = await writeAllLabMails(place);
      expect([domain, mails.map(({ kind }) => kind)]).toEqual([
        domain,
        ['lab-result', 'lab-result', 'advice-changed'],
      ]);
      for (const [index, mail] of mails.entries()) {
        const { kind, subject, text, html, recipient, senderName, senderAddress, replyTo, culture } = mail;
        const about = `${kind} ${index} of ${domain}`;
        const said = `${subject}\n${text}\n${html}`;
        expect([about, recipient, senderName]).toEqual([about, owner.emailAddress, brand]);
        expect([about, senderAddress]).toEqual([about, replyTo]);
        expect([about, culture.slice(0, 2)]).toEqual([about, locale]);
        expect([
          about,
          /%\{|undefined|null|\|\|\|\||\[object|(labResult|adviceChanged)\./.exec(said),
        ]).toEqual([about, null]);
        expect([about, said.includes(brand === 'Havero' ? 'Hafero' : 'Havero')]).toEqual([about, false]);
        const hosts = [...said.matchAll(/https?:\/\/([^/\s"<]+)/g)].map(([, host]) => host);
        expect([about, [...new Set(hosts)]]).toEqual([about, [`${domain}:3000`]]);
        // No sentence is in another language; short names may be the same in two languages.
        for (const [other, words] of messagesByLocale) {
          const foreign = Object.entries(words).filter(
            ([key, word]) => isLabMailKey(key) && word.length > 24 && said.includes(word),
          );
          expect([about, other, other === locale ? [] : foreign]).toEqual([about, other, []]);
        }
      }
      expect(mails.map(({ subject }) => subject)).toEqual([
        fillMessage(own['labResult.subject'], {
          verdict: own['labResult.verdictB'],
          sample: sampleName,
          test: own['labResult.qs'],
        }),
        fillMessage(own['labResult.correctedSubject'], {
          verdict: own['labResult.verdictHigh'],
          sample: sampleName,
          test: own['labResult.rqs'],
        }),
        own['adviceChanged.subject'],
      ]);
      for (const [index, { kind, key, sampleNumber }] of results.entries()) {
        const { text = '' } = mails[index] ?? {};
        expect(text).toContain(sampleNumber);
        const [, to = ''] = new RegExp(`http://[^/\\s]+(/\\S*/${kind}/${key}/)`).exec(text) ?? [];
        const found = await call('fetchRoute', { query: { url: decodeURI(to) } }, headers);
        expect([domain, to, found.body]).toEqual([
          domain,
          to,
          expect.objectContaining({ kind: `${kind}Result`, key }),
        ]);
        const report = await call(
          kind === 'rqs' ? 'fetchRqsResult' : 'fetchQsResult',
          { params: { key } },
          headers,
        );
        expect([report.status, report.body.sampleNumber]).toEqual([200, sampleNumber]);
      }
      expect(mails[2]?.text).toContain(`http://${domain}:3000/account/feed-advice/`);
      expect(backend.errors).toEqual([]);
    }
    expect(new Set([...spoken].map((each) => each.split(' ')[1]))).toEqual(new Set(locales));
    expect(new Set([...spoken].map((each) => each.split(' ')[0]))).toEqual(new Set(['Havero', 'Hafero']));
  });
});
