import { beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLE_DATA_FOLDER } from '../../../test/fixtures/sample-database.ts';
import { IssueList } from './import-error.ts';
import { readShopFiles, type ShopFiles } from './read-shop-files.ts';
import { checkSampleReports } from './sample-reports.ts';

type RqsReport = ShopFiles['rqsReports'][number];
type QsReport = ShopFiles['qsReports'][number];

let files: ShopFiles;
beforeAll(async () => {
  files = await readShopFiles(SAMPLE_DATA_FOLDER);
});

function check(changes: Partial<ShopFiles>): string {
  const issues = new IssueList();
  checkSampleReports({ ...files, ...changes }, issues);
  return issues.issues
    .map(({ file, row, field, problem }) => `${file} ${row} · ${field}: ${problem}`)
    .join('\n');
}

describe('the reports that a shop shows', () => {
  it('say of their values what the shop says of them', () => {
    expect(files.rqsReports).toHaveLength(5);
    expect(files.qsReports).toHaveLength(5);
    expect(check({})).toBe('');
  });

  it('may be left out', () => {
    expect(check({ rqsReports: [], qsReports: [] })).toBe('');
  });

  it.each<[string, (report: RqsReport) => RqsReport, RegExp]>([
    [
      'a value that is no roughage',
      (report) => ({ ...report, values: { ...report.values, sugar: 900 } }),
      /rqs\.RQS-2026-00101 · sugar: '900' is not from 5 to 300/,
    ],
    [
      'moisture that does not fit',
      (report) => ({ ...report, values: { ...report.values, moisturePct: 40 } }),
      /rqs\.RQS-2026-00101 · moisturePct: '40' does not fit dryMatterPct/,
    ],
    [
      'a result before its receipt',
      (report) => ({ ...report, resultDate: '2020-01-01' }),
      /rqs\.RQS-2026-00101 · resultDate: '2020-01-01' is before the day of receipt/,
    ],
    [
      'another class than its values have',
      (report) => ({ ...report, classes: { ...report.classes, sugar: 'high' } }),
      /rqs\.RQS-2026-00101 · classes\.sugar: is 'high', and its values make it '(low|normal)'/,
    ],
    [
      'another energy level',
      (report) => ({ ...report, energyLevel: report.energyLevel === 'high' ? 'low' : 'high' }),
      /rqs\.RQS-2026-00101 · energyLevel: is '/,
    ],
    [
      'a number of the other test',
      (report) => ({ ...report, id: 'QS-2026-00201' }),
      /rqs\.QS-2026-00201 · sampleNumber: 'QS-2026-00201' is a number of a hygiene scan/,
    ],
  ])('are refused with %s, in its row', (_what, change, message) => {
    const [first, ...others] = files.rqsReports;
    expect(check({ rqsReports: [change(first!), ...others] })).toMatch(message);
  });

  it.each<[string, (report: QsReport) => QsReport, RegExp]>([
    [
      'another step',
      (report) => ({ ...report, steps: { ...report.steps, yeasts: 4 } }),
      /qs\.QS-2026-00201 · steps\.yeasts: is '4'/,
    ],
    ['another grade', (report) => ({ ...report, grade: 'D' }), /qs\.QS-2026-00201 · grade: is 'D'/],
    [
      'a germ count that is no sum',
      (report) => ({ ...report, germCount: 1 }),
      /qs\.QS-2026-00201 · germCount: is '1'/,
    ],
    [
      'half a colony',
      (report) => ({ ...report, counts: { ...report.counts, yeasts: 0.5 } }),
      /qs\.QS-2026-00201 · yeasts: '0\.5' has more than 0 decimals/,
    ],
  ])('are refused with %s', (_what, change, message) => {
    const [first, ...others] = files.qsReports;
    expect(check({ qsReports: [change(first!), ...others] })).toMatch(message);
  });

  it('are refused twice under one number', () => {
    const [first] = files.rqsReports;
    expect(check({ rqsReports: [first!, first!] })).toContain('is in rqs.RQS-2026-00101 already');
  });
});
