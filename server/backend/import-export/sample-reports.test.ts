import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SAMPLE_DATA_FOLDER } from '../../../test/fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  type Json,
  type ShopFilesFolder,
} from '../../../test/fixtures/shop-folder.ts';
import { IssueList } from '../shop-store/import-error.ts';
import { readShopFiles, type ShopFiles } from '../shop-store/read-shop-files.ts';
import { readCheckedShop } from './read-checked-shop.ts';
import { checkSampleReports } from './sample-reports.ts';

let files: ShopFiles;
beforeAll(async () => {
  files = await readShopFiles(SAMPLE_DATA_FOLDER);
});

function listReportProblems(changes: Partial<ShopFiles> = {}): string[] {
  const issues = new IssueList();
  checkSampleReports({ ...files, ...changes }, issues);
  return issues.issues.map(({ file, row, field, problem }) => `${file} · ${row} · ${field}: ${problem}`);
}

type RqsReport = ShopFiles['rqsReports'][number];
type QsReport = ShopFiles['qsReports'][number];

/** Returns the reports of the sample shop, with one report changed. */
const changeOneRqsReport = (change: (report: RqsReport) => Partial<RqsReport>) => ({
  rqsReports: files.rqsReports.map((report) =>
    report.id === 'RQS-2026-00101' ? { ...report, ...change(report) } : report,
  ),
});
const changeOneQsReport = (change: (report: QsReport) => Partial<QsReport>) => ({
  qsReports: files.qsReports.map((report) =>
    report.id === 'QS-2026-00201' ? { ...report, ...change(report) } : report,
  ),
});

describe('sample reports of a shop', () => {
  it('have the verdicts that follow from their values', () => {
    expect([files.rqsReports.length, files.qsReports.length]).toEqual([5, 5]);
    expect(listReportProblems()).toEqual([]);
  });

  it('may be omitted together with their reference values', () => {
    expect(listReportProblems({ rqsReports: [], qsReports: [], labReference: null })).toEqual([]);
  });

  it('require a name of the laboratory in every language of the shop', () => {
    const { labReference } = files;
    const laboratory = labReference?.laboratory;
    if (!labReference || !laboratory) throw new Error('The sample shop names no laboratory');
    const { et: _estonian, ...names } = laboratory.names;
    expect(
      listReportProblems({ labReference: { ...labReference, laboratory: { ...laboratory, names } } }),
    ).toEqual(['sample-reports.json · laboratory · names.et: is missing']);
  });

  it.each<[string, (report: RqsReport) => Partial<RqsReport>, string]>([
    [
      'a verdict that contradicts its value',
      ({ classes }) => ({ classes: { ...classes, sugar: 'high' } }),
      "classes.sugar: is 'high', but its values result in'normal'",
    ],
    [
      'a different energy level',
      () => ({ energyLevel: 'low' }),
      "energyLevel: is 'low', but its values result in'medium'",
    ],
    [
      'a value of another column',
      ({ values }) => ({ values: { ...values, crudeProtein: values.crudeFibre } }),
      "crudeProtein: '302' is not from 20 to 240: is it in the wrong column?",
    ],
    [
      'inconsistent moisture',
      ({ values }) => ({ values: { ...values, moisturePct: 14 } }),
      "moisturePct: '14' does not match dryMatterPct, which gives 13.6",
    ],
    [
      'an inconsistent EWpa',
      ({ values }) => ({ values: { ...values, energyEWpa: 0.7 } }),
      "energyEWpa: '0.7' does not match energyDE, which gives 0.62",
    ],
    ['a result before its receipt', () => ({ resultDate: '2026-07-13' }), 'is before the day of receipt'],
    ['an invalid date', () => ({ resultDate: '2026-07-32' }), "resultDate: '2026-07-32' is not a date"],
  ])('are refused with %s', (_what, change, fault) => {
    const told = listReportProblems(changeOneRqsReport(change));
    expect(told).toEqual([expect.stringContaining(fault)]);
    expect(told[0]).toMatch(/^sample-reports\.json · rqs\.RQS-2026-00101 · /);
  });

  it.each<[string, (report: QsReport) => Partial<QsReport>, string]>([
    [
      'a step that contradicts its count',
      ({ steps }) => ({ steps: { ...steps, yeasts: 2 } }),
      "steps.yeasts: is '2', but its values result in'1'",
    ],
    ['a different grade', () => ({ grade: 'B' }), "grade: is 'B', but its values result in'A'"],
    [
      'a different germ count',
      () => ({ germCount: 12_400_001 }),
      "germCount: is '12400001', but its values result in'12400000'",
    ],
    [
      'a fractional germ count',
      ({ counts }) => ({ counts: { ...counts, yeasts: 30_000.5 } }),
      "yeasts: '30000.5' has more than 0 decimals",
    ],
    [
      'inconsistent moisture',
      () => ({ moisturePct: 13.5 }),
      "moisturePct: '13.5' does not match dryMatterPct",
    ],
  ])('are refused with %s of a hygiene scan', (_what, change, fault) => {
    const told = listReportProblems(changeOneQsReport(change));
    expect(told).toEqual([expect.stringContaining(fault)]);
    expect(told[0]).toMatch(/^sample-reports\.json · qs\.QS-2026-00201 · /);
  });

  it('are reported with the errors of every row', () => {
    const told = listReportProblems({
      ...changeOneRqsReport(() => ({ energyLevel: 'low' })),
      ...changeOneQsReport(() => ({ grade: 'D', germCount: 1 })),
    });
    expect(told.map((fault) => fault.split(' · ').slice(1).join(' ').split(':')[0])).toEqual([
      'rqs.RQS-2026-00101 energyLevel',
      'qs.QS-2026-00201 germCount',
      'qs.QS-2026-00201 grade',
    ]);
  });
});

describe('sample-reports.json', () => {
  let folder: ShopFilesFolder;
  beforeEach(async () => {
    folder = await createSmallShopFolder();
    await folder.write(
      'sample-reports.json',
      await readFile(path.join(SAMPLE_DATA_FOLDER, 'sample-reports.json')),
    );
  });
  afterEach(() => folder.remove());

  it.each<[string, (json: Json) => void, RegExp]>([
    [
      'a missing sugar value',
      ({ rqs }) => delete rqs[0].values.sugar,
      /rqs\.RQS-2026-00101 · values\.sugar: is missing/,
    ],
    ['a decimal comma', ({ rqs }) => (rqs[0].values.sugar = '98,5'), /rqs\.RQS-2026-00101 · values\.sugar: /],
    ['a duplicate report', ({ rqs }) => rqs.push(rqs[0]), /rqs\.RQS-2026-00101 · \w+: .* already/],
    ['a fifth grade', ({ qs }) => (qs[0].grade = 'E'), /qs\.QS-2026-00201 · grade: /],
    [
      'a sample number of the other test',
      ({ rqs }) => (rqs[0].id = 'QS-2026-00999'),
      /QS-2026-00999 · \w+: /,
    ],
    ['a negative count', ({ qs }) => (qs[0].counts.yeasts = -1), /qs\.QS-2026-00201 · counts\.yeasts: /],
    [
      'an unknown target',
      ({ rqsTargets }) => (rqsTargets.hay.sugar.min = 'x'),
      /sample-reports\.json · .*rqsTargets\.hay\.sugar\.min: /,
    ],
  ])('is refused with %s', async (_what, change, fault) => {
    await folder.edit('sample-reports.json', change);
    await expect(readCheckedShop(folder.path)).rejects.toThrow(fault);
  });
});
