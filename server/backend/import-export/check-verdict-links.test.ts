import { beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLE_DATA_FOLDER } from '../../../test/fixtures/sample-database.ts';
import { IssueList } from '../shop-store/import-error.ts';
import { readShopFiles, type ShopFiles } from '../shop-store/read-shop-files.ts';
import type { VerdictLinkRow } from '../shop-store/shop-file-schemas.ts';
import { checkVerdictLinks } from './check-verdict-links.ts';

let files: ShopFiles;
beforeAll(async () => {
  files = await readShopFiles(SAMPLE_DATA_FOLDER);
});

function listLinkProblems(labShelf: readonly VerdictLinkRow[], changes: Partial<ShopFiles> = {}): string[] {
  const issues = new IssueList();
  checkVerdictLinks({ ...files, labShelf, ...changes }, issues);
  return issues.issues.map(({ row, field, problem }) => `${row} · ${field}: ${problem}`);
}

/** Returns the rows of the sample shop, with one row changed. */
const withChangedRow = (key: string, changes: Partial<VerdictLinkRow>): VerdictLinkRow[] =>
  files.labShelf.map((row) => (row.key === key ? { ...row, ...changes } : row));

describe('links of test verdicts', () => {
  it('are complete in the sample shop, on every site with tests', () => {
    expect(files.labShelf).toHaveLength(19);
    expect(listLinkProblems(files.labShelf)).toEqual([]);
  });

  it('may be omitted by a shop', () => {
    expect(listLinkProblems([])).toEqual([]);
  });

  it.each<[string, Partial<VerdictLinkRow>, RegExp]>([
    ['an unknown category', { category: 'hay' }, /· category: 'hay' is no category/],
    ['an unknown filter', { query: 'colour=green' }, /· query: is no query of a list/],
    ['an unknown value', { query: 'application=flying' }, /· query: 'flying' is no value of applications/],
    ['a duplicate value', { query: 'application=sport&application=sport' }, /· query: is no query of a list/],
    [
      'a list without products',
      { category: 'oils', query: 'application=treat' },
      /qs\.grade\.C · : leads to a list that is empty on the site havero-nl/,
    ],
  ])('are refused for a hygiene class with %s', (_what, changes, message) => {
    expect(listLinkProblems(withChangedRow('qs.grade.C', changes)).join('\n')).toMatch(message);
  });

  it.each(['rqs.sugar.high', 'rqs.all.normal', 'qs.grade.D'])(
    'are refused if the article does not exist or is not advice: %s',
    (key) => {
      expect(listLinkProblems(withChangedRow(key, { article: 'nothing' }))).toEqual([
        `labShelf.${key} · article: 'nothing' is no advice article`,
      ]);
      expect(listLinkProblems(withChangedRow(key, { article: 'harvest-2026' }))).toEqual([
        `labShelf.${key} · article: 'harvest-2026' is no advice article`,
      ]);
    },
  );

  it('are refused for a nutrition scan with a category or a filter', () => {
    expect(
      listLinkProblems(withChangedRow('rqs.sugar.high', { category: 'feed', query: 'application=sport' })),
    ).toEqual([
      'labShelf.rqs.sugar.high · category: is for qs.grade rows only: the feed model computes the products of a nutrition report',
      'labShelf.rqs.sugar.high · query: is for qs.grade rows only: the feed model computes the products of a nutrition report',
    ]);
  });

  it('are refused for a nutrition scan without an article, and for a hygiene class without a category', () => {
    const rows = files.labShelf.filter(({ key }) => key !== 'rqs.all.normal' && key !== 'qs.grade.A');
    expect(
      listLinkProblems([
        ...rows,
        { key: 'rqs.all.normal' },
        { key: 'qs.grade.A', article: 'feeding-basics' },
      ]),
    ).toEqual([
      'labShelf.rqs.all.normal · article: is missing: a verdict of the nutrition scan needs one',
      'labShelf.qs.grade.A · category: is missing: a class of hygiene needs a list of products',
    ]);
  });

  it('are refused if a verdict is missing, duplicate or unknown', () => {
    const rows = files.labShelf.filter(({ key }) => key !== 'qs.grade.D');
    const [first] = rows;
    const told = listLinkProblems([
      ...rows,
      first as VerdictLinkRow,
      { key: 'rqs.starch.high', article: 'feeding-basics' },
    ]);
    expect(told).toEqual([
      'labShelf.rqs.dryMatterPct.low · key: is duplicated',
      expect.stringMatching(/^labShelf\.rqs\.starch\.high · key: is no verdict of a roughage test/),
      'labShelf.qs.grade.D · : is missing: every verdict needs a row',
    ]);
  });

  it('are checked against the products of each site with tests', () => {
    const told = listLinkProblems(files.labShelf, {
      products: files.products.filter(({ key }) => key !== 'qs-hygiene'),
    });
    expect(told).toContain('labShelf.qs.grade.B · : leads to a list that is empty on the site hafero-de');
    // A site without tests shows no reports.
    expect(told.join('\n')).not.toContain('havero-en');
  });
});
