import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { QsResult, RqsResult, SampleRow } from '../../../../shared/contract/lab-results.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { type FeedModel, getEnergyLevel } from '../../../../shared/rules/feed-advice/feed-model.ts';
import { isResultKey } from '../../../../shared/rules/lab-result-path.ts';
import {
  adviceEffectByGrade,
  getReportVerdict,
  hasStorageRisk,
  isRefusedVerdict,
  type LabReference,
  type QsGrade,
  type ReportVerdict,
  type RoughageTestKind,
} from '../../../../shared/rules/lab-results.ts';
import { recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import type { Account } from '../../core/http/caller.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import type { ContextOf, ScopedContext } from '../../sites/scoped-call.ts';
import { findFeedModel } from '../feed-advice/queries.ts';
import type { FindDeficitFeeds } from './deficit-feeds.ts';
import {
  findWorstHygieneScan,
  getVerdictWithoutBatch,
  judgeHygieneScan,
  judgeNutritionScan,
} from './judge-scans.ts';
import {
  type AccountSample,
  findHygieneGradesOfBatches,
  findLabReference,
  findLowestSampleNumbersOfBatches,
  findResultByReportKey,
  listAccountSamples,
  listBatchSamples,
  listOtherSamplesOfBatch,
  lockAccountSample,
  replaceReportKey,
  type SampleWithResult,
  updateSample,
} from './queries.ts';
import { deriveReportKey } from './report-keys.ts';
import type { SampleOrders } from './sample-orders.ts';
import type { RecommendationFinder } from './verdict-recommendations.ts';

export { markSamplesSent } from './import-queries.ts';
export { createSentKitLogEntries } from './import-results.ts';
export type { SampleOrder, SampleOrders } from './sample-orders.ts';

/** The caller of a report call. */
type ReportContext = ScopedContext & { readonly account: Account | null };

/** Results of roughage tests, by report key and for the account that bought the test. */
export interface LabResultService {
  list(context: ContextOf<'fetchRqsResults'>, kind: RoughageTestKind): Promise<SampleRow[]>;
  fetchRqs(context: ReportContext, input: CallInput<'fetchRqsResult'>): Promise<RqsResult>;
  fetchQs(context: ReportContext, input: CallInput<'fetchQsResult'>): Promise<QsResult>;
  read(
    context: ContextOf<'readRqsResult'>,
    input: CallInput<'readRqsResult'>,
    kind: RoughageTestKind,
  ): Promise<undefined>;
  replaceResultLink(
    context: ContextOf<'replaceRqsLink'>,
    input: CallInput<'replaceRqsLink'>,
    kind: RoughageTestKind,
  ): Promise<CallAnswer<'replaceRqsLink'>>;
}

export const labResultRateLimits = defineLimits('lab results', {
  newLinksPerAccount: { maxAttempts: 60, windowMs: HOUR_MS },
});

/** The verdict of a nutrition scan whose values are all within their targets. */
const ON_TARGET_VERDICT = { parameter: 'all', verdict: 'normal' } as const;

/** Reference data for reports. */
interface ReportReference {
  readonly reference: LabReference;
  readonly model: FeedModel;
}

const pickHygieneGrade = ({ grade, adviceEffect }: ReturnType<typeof judgeHygieneScan>) => ({
  grade,
  adviceEffect,
});

/** Creates the service. */
export function createLabResultService(deps: {
  readonly database: Database;
  readonly limiter: Limiter;
  readonly linkTokens: LinkTokens;
  readonly shelves: RecommendationFinder;
  readonly findDeficitFeeds: FindDeficitFeeds;
  readonly sampleOrders: SampleOrders;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): LabResultService {
  const { database, limiter, linkTokens: links, shelves, findDeficitFeeds, sampleOrders, clock } = deps;

  /** @throws ProblemError `not_found` if the site has no tests */
  async function fetchReportReference({ site }: ScopedContext): Promise<ReportReference> {
    if (!site.site.enableRqs) throw createNotFound();
    const [reference, model] = await Promise.all([findLabReference(database), findFeedModel(database)]);
    if (!reference || !model) throw createNotFound();
    return { reference, model };
  }

  /** @throws ProblemError `not_found` if the key is invalid or belongs to another type of test */
  async function findByKey(kind: RoughageTestKind, key: string): Promise<SampleWithResult> {
    const found = isResultKey(key) ? await findResultByReportKey(database, links, { kind, key }) : undefined;
    if (!found) throw createNotFound();
    return found;
  }

  /** Returns the head of every report. @throws ProblemError `not_found` if the type of roughage is unknown */
  function createHead(
    { account, language }: ReportContext,
    { sample, result }: SampleWithResult,
    dryMatterPct: number,
    facts: {
      readonly reference: LabReference;
      readonly other: SampleWithResult | undefined;
      readonly verdict: ReportVerdict;
    },
  ) {
    const type = sample.roughageType;
    if (type === null) throw createNotFound();
    const { laboratory } = facts.reference;
    const name = laboratory?.names[language.code];
    return {
      sampleNumber: sample.sampleNumber,
      sampleName: sample.sampleName,
      type,
      receiptDate: sample.receiptDate,
      resultDate: result.resultDate,
      laboratory:
        laboratory && name !== undefined ? { name, method: laboratory.methods[sample.testKind] } : null,
      version: result.version,
      isOwn: account !== null && sample.accountId === account.accountId,
      hasStorageRisk: hasStorageRisk(type, dryMatterPct),
      otherKey: facts.other ? deriveReportKey(links, facts.other.sample) : null,
      verdict: facts.verdict,
    };
  }

  /**
   * Returns the verdict of a report, which the hygiene of its batch may determine; null for a sample without
   * a result.
   */
  function getVerdict(
    { sample, result }: Pick<AccountSample, 'sample' | 'result'>,
    { reference, model }: ReportReference,
    grades: ReadonlyMap<string, QsGrade>,
  ): ReportVerdict | null {
    const own = result && getVerdictWithoutBatch({ sample, result }, reference, model);
    return own && getReportVerdict(own, grades.get(sample.sampleId) ?? null);
  }

  /** @throws ProblemError `not_found` if the type of roughage is unknown */
  async function fetchVerdict(found: SampleWithResult, reportReference: ReportReference) {
    const grades = await findHygieneGradesOfBatches(database, [found.sample.sampleId]);
    const verdict = getVerdict(found, reportReference, grades);
    if (verdict === null) throw createNotFound();
    return { verdict, gradeOfBatch: grades.get(found.sample.sampleId) ?? null };
  }

  return {
    async list(context, kind) {
      if (!context.site.site.enableRqs) return [];
      const reportReference = await fetchReportReference(context);
      const own = await listAccountSamples(database, sampleOrders, context.account.accountId, kind);
      const sampleIds = own.map(({ sample }) => sample.sampleId);
      const [grades, batches] = await Promise.all([
        findHygieneGradesOfBatches(database, sampleIds),
        findLowestSampleNumbersOfBatches(database, sampleIds),
      ]);
      return own.map((row) => {
        const { sample, result } = row;
        return {
          sampleNumber: sample.sampleNumber,
          sampleName: sample.sampleName,
          batch: batches.get(sample.sampleId) ?? sample.sampleNumber,
          productVariantId: row.productVariantId,
          orderNumber: row.orderNumber,
          state: sample.state,
          type: sample.roughageType,
          receiptDate: sample.receiptDate,
          resultDate: result?.resultDate ?? null,
          key: result ? deriveReportKey(links, sample) : null,
          isRead: sample.readAt !== null,
          verdict: getVerdict(row, reportReference, grades),
        };
      });
    },

    async fetchRqs(context, { params: { key } }) {
      const reportReference = await fetchReportReference(context);
      const { reference, model } = reportReference;
      const found = await findByKey('rqs', key);
      const { rqs } = found.result;
      if (!rqs) throw createNotFound();
      const other = findWorstHygieneScan(await listOtherSamplesOfBatch(database, found.sample), reference);
      const { dryMatterPct, energyDE } = rqs.values;
      const { verdict } = await fetchVerdict(found, reportReference);
      const head = createHead(context, found, dryMatterPct, { reference, other, verdict });
      const values = judgeNutritionScan(rqs, head.type, reference);
      const report = {
        ...head,
        energyLevel: getEnergyLevel(model, energyDE).key,
        minerals: [...rqs.minerals],
        hygiene: other?.result.qs
          ? {
              ...pickHygieneGrade(
                judgeHygieneScan(other.result.qs, other.sample.roughageType ?? head.type, reference),
              ),
              key: deriveReportKey(links, other.sample),
            }
          : null,
      };
      if (isRefusedVerdict(verdict)) {
        // A batch that must not be fed gets no complementary feeds: the products of its hygiene grade replace
        // them.
        return {
          ...report,
          values: values.map((value) => ({ ...value, article: null })),
          article: null,
          shelf: await shelves.findGradeShelf(context, verdict),
          products: [],
        };
      }
      const off = values.filter((value) => value.verdict !== 'normal');
      const articles = await shelves.findArticles(context, off.length > 0 ? off : [ON_TARGET_VERDICT]);
      return {
        ...report,
        values: values.map((value) => ({ ...value, article: articles.get(value.parameter) ?? null })),
        article: articles.get(ON_TARGET_VERDICT.parameter) ?? null,
        shelf: null,
        products: await findDeficitFeeds(context, model, { type: head.type, values }),
      };
    },

    async fetchQs(context, { params: { key } }) {
      const reportReference = await fetchReportReference(context);
      const { reference } = reportReference;
      const found = await findByKey('qs', key);
      const { qs } = found.result;
      if (!qs) throw createNotFound();
      const [other] = await listOtherSamplesOfBatch(database, found.sample);
      const { verdict, gradeOfBatch } = await fetchVerdict(found, reportReference);
      const head = createHead(context, found, qs.dryMatterPct, { reference, other, verdict });
      const judged = judgeHygieneScan(qs, head.type, reference);
      return {
        ...head,
        ...judged,
        // Advice is about the batch: another scan of it may be worse than this one.
        adviceEffect: adviceEffectByGrade[gradeOfBatch ?? judged.grade],
        shelf: await shelves.findGradeShelf(context, verdict),
      };
    },

    async read(context, { params: { key } }, kind) {
      const { accountId } = context.account;
      await fetchReportReference(context);
      if (!isResultKey(key)) throw createNotFound();
      await database.transaction(
        'change-lab-result',
        async (transaction) => {
          const sample = await lockAccountSample(transaction, links, { accountId, kind, key });
          if (!sample) throw createNotFound();
          if (sample.readAt === null) {
            await updateSample(transaction, sample.sampleId, { readAt: new Date(clock()) });
          }
        },
        { signal: context.signal },
      );
      return undefined;
    },

    async replaceResultLink(context, { params: { key } }, kind) {
      const { accountId } = context.account;
      await fetchReportReference(context);
      if (!isResultKey(key)) throw createNotFound();
      await limiter.take(labResultRateLimits.newLinksPerAccount, accountId);
      const newKey = await database.transaction(
        'change-lab-result',
        async (transaction) => {
          const sample = await lockAccountSample(transaction, links, { accountId, kind, key });
          if (!sample) throw createNotFound();
          // All keys of a batch change, because each report links to the others: an old key would reveal the
          // new address.
          for (const { sampleId } of await listBatchSamples(transaction, sample.sampleId)) {
            if (sampleId !== sample.sampleId) await replaceReportKey(transaction, sampleId);
          }
          await recordAuditEntry(transaction, {
            actor: { kind: 'account', id: accountId },
            act: 'replace-link',
            resource: 'lab-result',
            resourceId: sample.sampleId,
            now: new Date(clock()),
          });
          return deriveReportKey(links, await replaceReportKey(transaction, sample.sampleId));
        },
        { signal: context.signal },
      );
      return { key: newKey };
    },
  };
}
