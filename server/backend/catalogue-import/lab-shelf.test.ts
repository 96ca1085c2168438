import { beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLE_DATA_FOLDER } from '../../../test/fixtures/sample-database.ts';
import { IssueList } from './import-error.ts';
import { checkLabShelf } from './lab-shelf.ts';
import { readShopFiles, type ShopFiles } from './read-shop-files.ts';
import type { LabShelfRow } from './shop-file-schemas.ts';

let files: ShopFiles;
beforeAll(async () => {
  files = await readShopFiles(SAMPLE_DATA_FOLDER);
});

function check(labShelf: readonly LabShelfRow[], changes: Partial<ShopFiles> = {}): string[] {
  const issues = new IssueList();
  checkLabShelf({ ...files, labShelf, ...changes }, issues);
  return issues.issues.map(({ row, field, problem }) => `${row} · ${field}: ${problem}`);
}

/** The rows of the sample shop with one that is other. */
const change = (key: string, changes: Partial<LabShelfRow>): LabShelfRow[] =>
  files.labShelf.map((row) => (row.key === key ? { ...row, ...changes } : row));

describe('where verdicts lead', () => {
  it('is there for each verdict of the sample shop, on every site with tests', () => {
    expect(files.labShelf).toHaveLength(19);
    expect(check(files.labShelf)).toEqual([]);
  });

  it('may be left out by a shop', () => {
    expect(check([])).toEqual([]);
  });

  it.each<[string, Partial<LabShelfRow>, RegExp]>([
    ['a category that is none', { category: 'hay' }, /· category: 'hay' is no category/],
    ['an article that is none', { article: 'nothing' }, /· article: 'nothing' is no advice article/],
    ['an article that is no advice', { article: 'harvest-2026' }, /· article: 'harvest-2026' is no advice/],
    ['a filter that is none', { query: 'colour=green' }, /· query: is no query of a list/],
    [
      'a value that is none',
      { query: 'application=flying' },
      /· query: 'flying' is no value of applications/,
    ],
    ['a value twice', { query: 'application=sport&application=sport' }, /· query: is no query of a list/],
    [
      'a list without a product',
      { category: 'oils', query: 'application=treat' },
      /rqs\.sugar\.high · : leads to a list that is empty on the site havero-nl/,
    ],
  ])('is refused with %s', (_what, changes, message) => {
    expect(check(change('rqs.sugar.high', changes)).join('\n')).toMatch(message);
  });

  it('names a verdict that leads nowhere, one that is there twice and one that is none', () => {
    const rows = files.labShelf.filter(({ key }) => key !== 'qs.grade.D');
    const [first] = rows;
    const told = check([...rows, first as LabShelfRow, { key: 'rqs.starch.high', category: 'feed' }]);
    expect(told).toEqual([
      'labShelf.rqs.dryMatterPct.low · key: is there twice',
      expect.stringMatching(/^labShelf\.rqs\.starch\.high · key: is no verdict that leads somewhere/),
      'labShelf.qs.grade.D · : is missing: every verdict leads to a list',
    ]);
  });

  it('counts the products of a site only', () => {
    const told = check(files.labShelf, {
      products: files.products.filter(({ key }) => key !== 'qs-hygiene'),
    });
    expect(told).toContain('labShelf.qs.grade.B · : leads to a list that is empty on the site hafero-de');
    // A site without tests shows no reports.
    expect(told.join('\n')).not.toContain('havero-en');
  });
});
