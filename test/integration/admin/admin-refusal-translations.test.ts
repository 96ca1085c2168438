import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { formatDetail } from '../../../server/backend/core/admin/refusal-details.ts';
import { readAdminTexts } from '../../../server/backend/core/admin/texts.ts';
import { staffMember } from '../../../server/backend/schema/schema.ts';
import {
  formatLabCsv,
  qsColumns,
  rqsColumns,
  sampleReceiptColumns,
} from '../../../shared/rules/lab-files.ts';
import { prepareAdminShop } from '../../fixtures/admin-shop.ts';
import type { AdminResponse } from '../../fixtures/back-office-fixture.ts';

/** Languages of readers; the first is that of commands, and the fallback for unsupported languages. */
const READER_LANGUAGES = ['en', 'nl', 'et'] as const;
const texts = readAdminTexts(`${import.meta.dirname}/../../../locales`);
const translateToEnglish = texts.getTranslate('en');

const shop = prepareAdminShop();

const setReaderLanguage = (locale: string) =>
  shop.backend.database
    .update(staffMember)
    .set({ locale })
    .where(eq(staffMember.staffMemberId, shop.anna.staffMemberId));

const listRefusalReasons = ({ document }: AdminResponse): string[] =>
  [...document.querySelectorAll('.fault li')].map(({ textContent }) => textContent ?? '');

/** Returns the reasons of the same refusal in the language of each reader, as on the page. */
async function collectReasonsByLanguage(
  work: () => Promise<AdminResponse>,
): Promise<Record<string, string[]>> {
  const told: Record<string, string[]> = {};
  for (const locale of READER_LANGUAGES) {
    await setReaderLanguage(locale);
    const answer = await work();
    expect(answer.status).toBe(409);
    told[locale] = listRefusalReasons(answer);
  }
  return told;
}

/** Expects that every reason is shown, and that each is translated. */
function expectTranslated(told: Record<string, string[]>, count: number): void {
  const own = told.en ?? [];
  expect(own).toHaveLength(count);
  for (const [locale, reasons] of Object.entries(told)) {
    if (locale === 'en') continue;
    expect(reasons).toHaveLength(own.length);
    for (const [index, reason] of reasons.entries()) {
      // The text before the first colon is the location: names of files and fields are not translated.
      const [first = '', ...rest] = (own[index] ?? '').split(': ');
      const words = first.includes(' · ') ? rest.join(': ') : (own[index] ?? '');
      expect([locale, reason.includes(words), words]).toEqual([locale, false, words]);
    }
  }
}

describe('an article that other content refers to', () => {
  const ARTICLE_PATH = '/admin/texts/article/senior-horse/nl';
  const remove = () => shop.anna.submit(ARTICLE_PATH, 'article.remove', { _consent: 'true' });
  const returns = '/admin/texts/page/returns/nl';

  it('is not removed; the refusal lists linking texts and imported references in the language of the reader', async () => {
    const page = await shop.anna.get(returns);
    const body = page.document.querySelector<HTMLTextAreaElement>('[name=body]')?.value ?? '';
    const slug = (await shop.anna.get(ARTICLE_PATH)).document.querySelector<HTMLInputElement>(
      '[name=slug]',
    )?.value;
    const saved = await shop.anna.submit(returns, 'text.save', { body: `${body}\n\n[Ouder](/${slug}/)` });
    expect([saved.status, listRefusalReasons(saved)]).toEqual([200, []]);
    // Two groups of search terms lead to it, and one text that two sites have.
    expectTranslated(await collectReasonsByLanguage(remove), 3);
    await setReaderLanguage('nl');
    const answer = await remove();
    const t = texts.getTranslate('nl');
    expect(answer.document.querySelector('.fault p')?.textContent).toBe(t('admin.refusal.article_named'));
    const named = t('admin.refusal.named_by_search', { key: 'senior-horse', group: 'senior' });
    const linked = t('admin.refusal.article_linked', {
      path: `/${slug}/`,
      site: 'havero-nl, havero-be, hafero-de',
    });
    expect(listRefusalReasons(answer)).toEqual(
      expect.arrayContaining([
        `search-synonyms.json · meanings.senior · finds.page: ${named}`,
        expect.stringMatching(new RegExp(`^Pagina · .+ · nl · Tekst: ${linked.replace(/[()]/g, '\\$&')}$`)),
      ]),
    );
    const links = [...answer.document.querySelectorAll('.fault li a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([returns]);
    await shop.anna.submit(returns, 'text.save', { body });
  });

  it('is refused to a command in English, with the same text', async () => {
    const done = await shop.run('article.remove', { articleKey: 'senior-horse' });
    const told =
      done.kind === 'refused' ? done.refusal.details.map((one) => formatDetail(translateToEnglish, one)) : [];
    expect(told).toContainEqual(
      expect.stringContaining('The search leads to ‘senior-horse’ for the words ‘teeth’.'),
    );
  });
});

/** Sends a file of the laboratory. */
const sendLabFile = (tells: string, name: string, content: string | Buffer) =>
  shop.anna.submit(
    '/admin/samples',
    'lab.take',
    { tells },
    { files: { file: [{ name, bytes: Buffer.from(content) }] } },
  );

const hay = {
  sampleNumber: 'RQS-2026-00102',
  type: 'hay',
  receiptDate: '2026-08-03',
  resultDate: '2026-08-07',
  dryMatterPct: '87.9',
  moisturePct: '12.1',
  crudeProtein: 74,
  sugar: 172,
  crudeFibre: 268,
  energyDE: 9.8,
  energyEWpa: 0.67,
};
const formatRqsCsv = (...rows: readonly Partial<typeof hay>[]) =>
  formatLabCsv(rqsColumns, rows.map((row) => ({ ...hay, ...row })) as never);

describe('a file of the laboratory with faults', () => {
  it.each([
    ['if it is truncated', 'a.csv', formatRqsCsv(hay).slice(0, -5), 1],
    ['with an unclosed quote', 'a.csv', formatRqsCsv({ type: '"hay' }), 1],
    ['with unknown columns', 'a.csv', formatRqsCsv(hay).replace('sugar', 'suger'), 1],
    ['with a missing field', 'a.csv', formatRqsCsv(hay).replace(',hay', ''), 1],
    ['in another encoding', 'a.csv', Buffer.from([0xff, 0xfe, 0x41]), 1],
    ['with another extension', 'a.xlsx', formatRqsCsv(hay), 1],
    ['without rows', 'a.csv', formatRqsCsv(), 1],
    ['with truncated JSON', 'a.json', '{"rqs": [', 1],
    ['with unknown lists', 'a.json', '{"hay": []}', 1],
    ['with rows that are not objects', 'a.json', '{"rqs": [7, {"colour": "green"}]}', 2],
    [
      'with missing and invalid values',
      'a.csv',
      formatRqsCsv({ type: 'straw', sugar: '' as never, crudeFibre: 'x' as never }),
      3,
    ],
    ['with values of another column', 'a.csv', formatRqsCsv({ sugar: 1, crudeFibre: 268.55 }), 2],
    ['with inconsistent values', 'a.csv', formatRqsCsv({ moisturePct: '12.2' }), 1],
    ['with invalid dates', 'a.csv', formatRqsCsv({ receiptDate: '2026-02-30', resultDate: '2999-01-01' }), 2],
    [
      'with dates in the distant past',
      'a.csv',
      formatRqsCsv({ receiptDate: '1999-01-01', resultDate: '1998-01-01' }),
      3,
    ],
    [
      'with invalid sample numbers',
      'a.csv',
      formatRqsCsv({ sampleNumber: 'RQS-1' }, { sampleNumber: 'QS-2026-00201' }),
      2,
    ],
    ['with a duplicate sample', 'a.csv', formatRqsCsv(hay, hay), 1],
    ['with unknown samples', 'a.csv', formatRqsCsv({ sampleNumber: 'RQS-2026-77777' }), 1],
  ])('is refused %s, in the language of the reader', async (_what, name, content, count) => {
    expectTranslated(await collectReasonsByLanguage(() => sendLabFile('import', name, content)), count);
  });

  it('is refused with the row, and the column as named in the file', async () => {
    await setReaderLanguage('nl');
    const file = formatLabCsv(sampleReceiptColumns, [
      { sampleNumber: 'RQS-2026-77777', receiptDate: '2026-08-03' },
    ]);
    expect(listRefusalReasons(await sendLabFile('received', 'a.csv', file))).toEqual([
      'Rij 2 · sampleNumber: Er is geen monster ‘RQS-2026-77777’.',
    ]);
    const hygiene = JSON.stringify({ qs: [Object.fromEntries(qsColumns.map((column) => [column, 'x']))] });
    expect(listRefusalReasons(await sendLabFile('import', 'a.json', hygiene))[0]).toMatch(
      /^qs 1 · sampleNumber: ‘x’ is geen nummer/,
    );
  });
});

describe('a file of dealers or parcel shops with faults', () => {
  const send = async (places: string, file: string, odd: readonly Record<string, unknown>[]) => {
    const { html } = await shop.anna.get(`/admin/places/${file}`);
    const json = JSON.parse(html);
    const list = places === 'dealers' ? 'dealers' : 'points';
    const [first] = json[list];
    const key = places === 'dealers' ? 'dealerId' : 'parcelShopId';
    const rows = odd.map((change, index) => ({ ...first, [key]: 9000 + index, ...change }));
    const bytes = Buffer.from(JSON.stringify({ ...json, [list]: [...json[list], ...rows] }));
    return shop.anna.submit(
      '/admin/places',
      'places.replace',
      { places },
      { files: { file: [{ name: file, bytes }] } },
    );
  };
  const address = {
    street: 'Laan',
    streetNumber: '1',
    streetNumberAddition: null,
    zipcode: '6811 DG',
    city: 'Arnhem',
    countryId: 1,
  };

  it('is refused in the language of the reader for any wrong value', async () => {
    const told = await collectReasonsByLanguage(() =>
      send('dealers', 'dealers.json', [
        { countryId: 77, address: { ...address, countryId: 77 } },
        { address: { ...address, zipcode: '123' } },
        { address: { ...address, countryId: 2 } },
        { address: { ...address, city: '...' } },
        { latitude: 10, longitude: 20 },
        { latitude: 5.8937, longitude: 51.9891 },
        { openingHours: [{ days: 'Sun-Mon', open: '08:00', close: '18:00' }] },
        { openingHours: [{ days: 'Mon', open: '18:00', close: '08:00' }] },
        {
          openingHours: [
            { days: 'Mon', open: '08:00', close: '12:00' },
            { days: 'Mon', open: '11:00', close: '13:00' },
          ],
        },
        { phoneNumber: '+31123456' },
        { emailAddress: 'nobody' },
        { website: 'https://[' },
      ]),
    );
    expectTranslated(told, 12);
    expect(told.nl?.[1]).toBe(
      '9001 Ruitersport Het Stijgbeugeltje Arnhem · address.zipcode: ‘123’ is geen postcode van NL. Schrijf die als 5281 KX.',
    );
  });

  it('is refused in the language of the reader for rows of a wrong type', async () => {
    const told = await collectReasonsByLanguage(() =>
      send('dealers', 'dealers.json', [
        { name: 7 },
        { name: '' },
        { name: undefined },
        { latitude: 100 },
        { website: 'nowhere' },
        { openingHours: [{ days: 'Lun', open: '08:00', close: '18:00' }] },
      ]),
    );
    expectTranslated(told, 6);
    expect(told.en?.join()).not.toContain('An address has');
  });
});

describe('other refused texts', () => {
  it('of a campaign are reported in the language of the reader', async () => {
    const campaign = { name: 'Spring', kind: 'newsletter', siteIds: ['1'], languageId: '1', subject: 'Hay' };
    for (const markdown of ['a **b', '[x](http://a.example)']) {
      const told = await collectReasonsByLanguage(() =>
        shop.anna.submit('/admin/campaigns', 'campaign.create', { ...campaign, markdown }),
      );
      expectTranslated(told, 1);
    }
  });

  it('of a new article are reported in the language of the reader, in any of its rows', async () => {
    const article = {
      articleKey: 'frost',
      articleKind: 'news',
      category: 'advice-ration',
      publishedOn: '2026-11-10',
      relatedProducts: 'no-such-product',
      title: 'Vorst',
      slug: 'vorst',
      summary: 'Vorst.',
      body: 'Vorst.',
    };
    const told = await collectReasonsByLanguage(() =>
      shop.anna.submit('/admin/texts/new-article', 'article.add', article),
    );
    expectTranslated(told, 2);
  });
});
