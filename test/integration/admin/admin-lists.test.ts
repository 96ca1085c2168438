import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { like } from 'drizzle-orm';
import { textVersion } from '../../../server/backend/content/content-editing/tables.ts';
import { type PictureAlts, textPicture } from '../../../server/backend/content/pictures/tables.ts';
import { roughageSample } from '../../../server/backend/nutrition/lab-results/tables.ts';
import { shopRecord } from '../../../server/backend/shop-store/tables.ts';
import { LOCALES } from '../../../shared/i18n/locales.ts';
import { prepareAdminShop } from '../../fixtures/admin-shop.ts';
import type { AdminResponse } from '../../fixtures/back-office-fixture.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { insertRoughageSample } from '../../fixtures/roughage-samples.ts';
import { openSmallShopDatabase } from '../../fixtures/shop-folder.ts';

/** Rows per page. */
const ROWS_PER_PAGE = 50;
const CONTACT_PAGE = { kind: 'page', key: 'contact', language: 'nl' } as const;

const shop = prepareAdminShop({ openShop: openSmallShopDatabase });

const formatRowNumber = (row: number) => String(row).padStart(3, '0');

interface TestedList {
  /** Query that selects the rows of this test only. */
  readonly query: Readonly<Record<string, string>>;
  add(row: number): Promise<unknown>;
  clear(): Promise<unknown>;
  readonly isSearched: boolean;
}

const draftList = {
  query: {},
  isSearched: false,
  add: () =>
    shop.backend.database.insert(textVersion).values({
      ...CONTACT_PAGE,
      before: { value: { title: 'Zq' } },
      after: { value: { title: 'Zq 2' } },
      state: 'draft',
      madeAt: FIXTURE_NOW,
      madeBy: shop.anna.staffMemberId,
    }),
  clear: () => shop.backend.database.delete(textVersion),
} satisfies TestedList;

const testedLists: Readonly<Record<string, TestedList>> = {
  '/admin/samples': {
    query: { text: 'ZQ-', state: 'ordered' },
    isSearched: true,
    add: (row) =>
      insertRoughageSample(shop.backend.database, {
        testKind: 'rqs',
        sampleNumber: `ZQ-${formatRowNumber(row)}`,
      }),
    clear: () =>
      shop.backend.database.delete(roughageSample).where(like(roughageSample.sampleNumber, 'ZQ-%')),
  },
  '/admin/pictures': {
    query: { text: 'zq-' },
    isSearched: true,
    add: (row) =>
      shop.backend.database.insert(textPicture).values({
        key: `zq-${formatRowNumber(row)}`,
        hash: `zq${formatRowNumber(row)}`,
        original: Buffer.from('x'),
        width: 1,
        height: 1,
        alts: Object.fromEntries(LOCALES.map((locale) => [locale, 'Zq'])) as PictureAlts,
        addedAt: FIXTURE_NOW,
      }),
    clear: () => shop.backend.database.delete(textPicture).where(like(textPicture.key, 'zq-%')),
  },
  '/admin/texts': {
    query: { kind: 'article', text: 'zq-', missing: 'en' },
    isSearched: true,
    add: (row) =>
      shop.backend.database.insert(shopRecord).values({
        file: 'texts/nl.json',
        list: 'articles',
        key: `zq-${formatRowNumber(row)}`,
        position: 1000 + row,
        value: { title: `Zq ${formatRowNumber(row)}` },
      }),
    clear: () => shop.backend.database.delete(shopRecord).where(like(shopRecord.key, 'zq-%')),
  },
  '/admin/texts/plans': draftList,
  [`/admin/texts/${CONTACT_PAGE.kind}/${CONTACT_PAGE.key}/${CONTACT_PAGE.language}/versions`]: draftList,
};

const fetchList = (path: string, query: Readonly<Record<string, string>>) =>
  shop.anna.get(`${path}?${new URLSearchParams(query)}`);

/** Returns the link of each row of the list. */
const readRowTexts = ({ document }: AdminResponse): string[] =>
  [...document.querySelectorAll('main tbody tr')].map(
    (row) => row.querySelector('a')?.getAttribute('href') ?? '',
  );

const readPageLinks = ({ document }: AdminResponse) =>
  Object.fromEntries(
    [...document.querySelectorAll('.paging a')].map((link) => [
      link.textContent,
      link.getAttribute('href') ?? '',
    ]),
  );

describe.each(Object.entries(testedLists))('%s', (path, { query, add, clear, isSearched }) => {
  beforeAll(async () => {
    await clear();
    for (let row = 1; row <= ROWS_PER_PAGE; row += 1) await add(row);
  });
  afterEach(() => {
    expect(shop.backend.errors.splice(0)).toEqual([]);
  });

  it('has one page for as many rows as fit', async () => {
    const page = await fetchList(path, query);
    expect([page.status, readRowTexts(page).length, readPageLinks(page)]).toEqual([200, ROWS_PER_PAGE, {}]);
  });

  it('has a second page for one more row, and its page links keep the query', async () => {
    await add(ROWS_PER_PAGE + 1);
    const first = await fetchList(path, query);
    expect(Object.keys(readPageLinks(first))).toEqual(['Next page']);
    const next = readPageLinks(first)['Next page'] ?? '';
    expect(Object.fromEntries(new URL(next, 'http://a').searchParams)).toEqual({ ...query, p: '2' });
    const last = await shop.anna.get(next);
    expect(Object.keys(readPageLinks(last))).toEqual(['Previous page']);
    const rows = [...readRowTexts(first), ...readRowTexts(last)];
    expect([readRowTexts(first).length, rows.length, new Set(rows).size]).toEqual([
      ROWS_PER_PAGE,
      ROWS_PER_PAGE + 1,
      ROWS_PER_PAGE + 1,
    ]);
    expect(readRowTexts(await shop.anna.get(readPageLinks(last)['Previous page'] ?? ''))).toEqual(
      readRowTexts(first),
    );
  });

  it.each(['3', '999999'])('shows an empty page %s with a link back', async (p) => {
    const page = await fetchList(path, { ...query, p });
    expect([page.status, readRowTexts(page)]).toEqual([200, []]);
    expect(page.document.querySelector('main .empty')?.textContent).not.toBe('');
    expect(Object.keys(readPageLinks(page))).toEqual(['Previous page']);
  });

  it.each(['0', '-1', '1.5', '02', 'x', '', '1e3', '1000000', '99999999999999999999', '2 or 1=1'])(
    'shows the first page for the page number %j',
    async (p) => {
      const page = await fetchList(path, { ...query, p });
      expect([page.status, readRowTexts(page)]).toEqual([200, readRowTexts(await fetchList(path, query))]);
    },
  );

  if (!isSearched) return;
  it.each(['"><script>alert(1)</script>', "' or 1=1;--", '%', '_', '\\', '\u202eabc 🐴', 'x'.repeat(5000)])(
    'finds no rows for an unknown text, and shows it as text (%#)',
    async (text) => {
      const page = await fetchList(path, { ...query, text });
      expect([page.status, readRowTexts(page)]).toEqual([200, []]);
      expect(page.document.querySelector('main script')).toBeNull();
      // The maximum length of the field.
      expect(page.document.querySelector<HTMLInputElement>('#search-text')?.value).toBe(text.slice(0, 200));
    },
  );

  it('ignores a search text with a NUL character', async () => {
    const page = await fetchList(path, { ...query, text: 'a\u0000b' });
    expect(page.status).toBe(200);
    expect(page.document.querySelector<HTMLInputElement>('#search-text')?.value).toBe('');
  });
});
