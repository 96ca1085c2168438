import { randomUUID } from 'node:crypto';
import { getEnergyLevel } from '../../../shared/rules/feed-advice/feed-model.ts';
import { getGermCount, qsCounts, rqsParameters } from '../../../shared/rules/lab-results.ts';
import type { Database } from '../core/database/database.ts';
import { insertResults, lockSamples } from '../nutrition/lab-results/import-queries.ts';
import { listNewResults } from '../nutrition/lab-results/import-results.ts';
import { judgeHygieneScan, judgeNutritionScan } from '../nutrition/lab-results/judge-scans.ts';
import { type LabFinding, readFindings } from '../nutrition/lab-results/parse-lab-rows.ts';
import { insertSamples } from '../nutrition/lab-results/queries.ts';
import { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';

const SAMPLE_REPORTS_FILE = 'sample-reports.json';
/** Disables the check for future dates: sample reports may have any date. */
const MAX_DATE = '9999-12-31';

/** Reads the reports as rows of a laboratory file, so that the same rules apply. */
function validateReports({ rqsReports, qsReports }: ShopFiles) {
  const rqs = rqsReports.map(({ id, type, receiptDate, resultDate, values }) => ({
    row: `rqs.${id}`,
    cells: { sampleNumber: id, type, receiptDate, resultDate, ...values },
  }));
  const qs = qsReports.map(({ id, type, receiptDate, resultDate, dryMatterPct, moisturePct, counts }) => ({
    row: `qs.${id}`,
    cells: { sampleNumber: id, type, receiptDate, resultDate, dryMatterPct, moisturePct, ...counts },
  }));
  return readFindings(
    [
      { kind: 'rqs', rows: rqs },
      { kind: 'qs', rows: qs },
    ],
    MAX_DATE,
  );
}

/**
 * Checks that the laboratory has a name in every language of the shop, and that the verdicts of the reports
 * follow from their values.
 */
export function checkSampleReports(files: ShopFiles, issues: IssueList): void {
  const laboratory = files.labReference?.laboratory;
  for (const code of laboratory ? files.texts.keys() : []) {
    if (!laboratory?.names[code]) {
      issues.add(SAMPLE_REPORTS_FILE, 'laboratory', `names.${code}`, 'is missing', { code: 'value_missing' });
    }
  }
  const { rows, faults } = validateReports(files);
  for (const { row, field, problem } of faults) issues.add(SAMPLE_REPORTS_FILE, row, field, problem);
  const { labReference, feedModel, rqsReports, qsReports } = files;
  if (faults.length > 0 || !labReference) return;
  const findings = new Map(rows.map((finding) => [finding.sampleNumber, finding]));
  const compare = (row: string, field: string, statedValue: unknown, is: unknown) => {
    if (statedValue !== is)
      issues.add(SAMPLE_REPORTS_FILE, row, field, `is '${statedValue}', but its values result in'${is}'`);
  };
  for (const { id, type, values, classes, energyLevel } of rqsReports) {
    const rqs = findings.get(id)?.rqs;
    if (!rqs) continue;
    const verdicts = new Map(
      judgeNutritionScan(rqs, type, labReference).map(({ parameter, verdict }) => [parameter, verdict]),
    );
    for (const parameter of rqsParameters) {
      compare(`rqs.${id}`, `classes.${parameter}`, classes[parameter], verdicts.get(parameter));
    }
    if (feedModel) {
      compare(`rqs.${id}`, 'energyLevel', energyLevel, getEnergyLevel(feedModel, values.energyDE).key);
    }
  }
  for (const { id, type, counts, germCount, steps, grade } of qsReports) {
    const qs = findings.get(id)?.qs;
    if (!qs) continue;
    const assessment = judgeHygieneScan(qs, type, labReference);
    for (const count of qsCounts) {
      const step = assessment.counts.find((known) => known.count === count)?.step;
      compare(`qs.${id}`, `steps.${count}`, steps[count], step);
    }
    compare(`qs.${id}`, 'germCount', germCount, getGermCount(counts));
    compare(`qs.${id}`, 'grade', grade, assessment.grade);
  }
}

/**
 * Writes the reports of a shop as results of samples without an owner. Existing ones keep their keys; a
 * changed report gets a new version.
 *
 * @returns number of new or changed reports
 * @throws ImportError if a report has the number of a purchased sample
 */
export async function writeSampleReports(
  transaction: Database,
  files: ShopFiles,
  now: Date,
): Promise<number> {
  const findings = validateReports(files).rows;
  const home = files.sites.find(({ enableRqs }) => enableRqs);
  if (findings.length === 0 || !home) return 0;
  const names = new Map(
    [...files.rqsReports, ...files.qsReports].map(({ id, sampleName }) => [id, sampleName]),
  );
  const numbers = findings.map(({ sampleNumber }) => sampleNumber);
  const before = await lockSamples(transaction, numbers);
  const issues = new IssueList();
  for (const { sample } of before.values()) {
    if (sample.orderId === null && sample.accountId === null) continue;
    issues.add(
      SAMPLE_REPORTS_FILE,
      sample.sampleNumber,
      'id',
      'is the number of a purchased sample: use another number',
    );
  }
  issues.throwIfAny();
  const missing = findings.filter(({ sampleNumber }) => !before.has(sampleNumber));
  const toSample = ({ sampleNumber, testKind }: LabFinding) => ({
    sampleId: randomUUID(),
    sampleNumber,
    testKind,
    siteId: home.siteId,
    languageId: home.fallbackLanguageId,
    sampleName: names.get(sampleNumber) ?? '',
    state: 'result' as const,
    createdAt: now,
  });
  if (missing.length > 0) await insertSamples(transaction, missing.map(toSample));
  const news = listNewResults(await lockSamples(transaction, numbers), findings);
  await insertResults(transaction, news, now);
  return news.length;
}
