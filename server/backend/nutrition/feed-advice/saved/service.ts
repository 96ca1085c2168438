import { randomUUID } from 'node:crypto';
import type { CallAnswer, CallInput } from '../../../../../shared/contract/calls.ts';
import type { SavedAdvice } from '../../../../../shared/contract/feed-advice.ts';
import { HOUR_MS } from '../../../../../shared/rules/durations.ts';
import { MAX_HORSE_NAME_LENGTH } from '../../../../../shared/rules/feed-advice/advice-query.ts';
import { type AdviceRefusal, adviceRefusals } from '../../../../../shared/rules/feed-advice/feed-advice.ts';
import type { FeedModel } from '../../../../../shared/rules/feed-advice/feed-model.ts';
import { getHorseKey, type RationRefusal } from '../../../../../shared/rules/feed-advice/ration-sums.ts';
import { cleanLine } from '../../../../../shared/rules/typed-text.ts';
import { type FeedAdviceVariant, findFeedAdviceVariant } from '../../../catalogue/products/queries.ts';
import type { ProductService } from '../../../catalogue/products/service.ts';
import type { Database } from '../../../core/database/database.ts';
import {
  createNotFound,
  createRefusal,
  createValidationFailed,
  ProblemError,
} from '../../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../../core/limits/limiter.ts';
import type { LinkTokens } from '../../../core/security/link-tokens.ts';
import { lockAccount } from '../../../customers/accounts/queries.ts';
import type { ContextOf } from '../../../sites/scoped-call.ts';
import { findAccountSampleId, lockSampleBatch } from '../../lab-results/queries.ts';
import { type ChosenRoughage, readRoughageChoice, toTypedRoughage } from '../chosen-roughage.ts';
import { findFeedModel } from '../queries.ts';
import type { TypedReportValues } from '../tables.ts';
import {
  type Additives,
  type AdviceRecord,
  deleteAdvice,
  hasAdvice,
  markRead,
  upsertAdvice,
} from './queries.ts';
import { adjustRation, readSavedRations, type SavedRation } from './rations.ts';
import { createHorseTotals, toSavedAdvice } from './to-saved-advice.ts';

type SavedAdviceContext = ContextOf<'fetchSavedAdvice'>;
type SavedAdviceInput = CallInput<'saveFeedAdvice'>['body'];

/** The saved rations of the signed-in account. */
export interface SavedAdviceService {
  list(context: SavedAdviceContext): Promise<CallAnswer<'fetchSavedAdvice'>>;
  /**
   * Saves a ration and replaces an earlier one of the same product for the same horse.
   *
   * @param adviceId id of the ration to replace, whatever its product; left out: a new ration
   * @throws ProblemError `validation_failed`, `not_found`, `advice_not_determined`, `combination_over_limit`,
   * `selenium_limit`, `too_many_saved`, `too_many_attempts`
   */
  save(context: SavedAdviceContext, body: SavedAdviceInput, adviceId?: string): Promise<SavedAdvice>;
  delete(context: SavedAdviceContext, adviceId: string): Promise<undefined>;
  read(context: SavedAdviceContext, adviceId: string): Promise<undefined>;
}

export const savedAdviceRateLimits = defineLimits('saved advice', {
  changesPerAccount: { maxAttempts: 300, windowMs: HOUR_MS },
});

/** Upper limit for horses times feeds of one stable. */
const MAX_SAVED_RATIONS = 100;

/** The input of a save with the records it refers to. */
interface ResolvedAdviceInput {
  readonly model: FeedModel;
  readonly productId: number;
  readonly variant: FeedAdviceVariant;
  readonly additives: Additives;
  readonly amountInclVat: number;
  readonly roughage: ChosenRoughage;
  readonly source: Pick<AdviceRecord, 'roughageType' | 'sampleId' | 'typedValues'>;
}

const isModelRefusal = (refusal: RationRefusal): refusal is AdviceRefusal =>
  adviceRefusals.some((known) => known === refusal);

const createRationRefusal = (refusal: RationRefusal): ProblemError =>
  isModelRefusal(refusal)
    ? createRefusal('advice_not_determined', { reason: refusal })
    : new ProblemError(refusal);

/**
 * Returns typed values with the age of the report they were copied from. The form that changes a ration sends
 * back the values that it received.
 */
function preserveReportOrigin(
  values: TypedReportValues,
  replaced: SavedRation | undefined,
): TypedReportValues {
  const before = replaced?.advice.typedValues;
  const isSame =
    before != null &&
    before.type === values.type &&
    before.dryMatterPct === values.dryMatterPct &&
    before.energyDE === values.energyDE &&
    before.crudeProtein === values.crudeProtein &&
    before.sugar === values.sugar;
  return isSame && values.resultDate === undefined ? before : values;
}

/** Creates the service. */
export function createSavedAdviceService({
  database,
  linkTokens,
  clock,
  limiter,
  products,
}: {
  readonly database: Database;
  readonly linkTokens: LinkTokens;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly limiter: Limiter;
  readonly products: Pick<ProductService, 'fetchSummaries'>;
}): SavedAdviceService {
  /**
   * Stores the sample id if the report belongs to the account. Otherwise stores its values, because another
   * owner's report may become private again.
   */
  async function readSource(
    { account }: SavedAdviceContext,
    { roughage }: SavedAdviceInput,
    { input, used }: ChosenRoughage,
  ): Promise<ResolvedAdviceInput['source']> {
    if ('type' in roughage) return { roughageType: roughage.type, sampleId: null, typedValues: null };
    if (typeof input === 'string' || !used || used.type === 'grass')
      throw createRationRefusal('roughage_result_incomplete');
    const { type, dryMatterPct, energyDE, crudeProtein, sugar } = used;
    const typedValues = { type, dryMatterPct, energyDE, crudeProtein, sugar };
    if ('values' in roughage) return { roughageType: type, sampleId: null, typedValues };
    const own = await findAccountSampleId(database, linkTokens, {
      key: roughage.rqsKey,
      accountId: account.accountId,
    });
    if (own !== undefined) return { roughageType: type, sampleId: own, typedValues: null };
    const { resultDate, qsGrade } = used;
    const copied = { ...typedValues, ...(resultDate !== null && { resultDate }), qsGrade };
    return { roughageType: type, sampleId: null, typedValues: copied };
  }

  async function resolveInput(
    context: SavedAdviceContext,
    body: SavedAdviceInput,
  ): Promise<ResolvedAdviceInput> {
    const { productVariantId } = body;
    const [model, variant, [summary]] = await Promise.all([
      findFeedModel(database),
      findFeedAdviceVariant(database, context.site.site.siteId, productVariantId),
      products.fetchSummaries(context, [productVariantId]),
    ]);
    if (!variant || !summary) throw createNotFound();
    if (!model) throw createRationRefusal('no_feed_advice');
    const roughage = await readRoughageChoice({ database, linkTokens }, context, model, body.roughage);
    const source = await readSource(context, body, roughage);
    return {
      model,
      variant,
      productId: variant.productId,
      additives: variant.additives,
      amountInclVat: summary.price.amountInclVat,
      roughage,
      source,
    };
  }

  async function list(context: SavedAdviceContext): Promise<CallAnswer<'fetchSavedAdvice'>> {
    const { account, language } = context;
    const model = await findFeedModel(database);
    if (!model) return [];
    const rations = await readSavedRations(database, model, {
      accountId: account.accountId,
      languageId: language.languageId,
      now: context.now,
    });
    const ids = [...new Set(rations.map(({ advice }) => advice.productVariantId))];
    const summaries = new Map(
      (ids.length === 0 ? [] : await products.fetchSummaries(context, ids)).map((summary) => [
        summary.productVariantId,
        summary,
      ]),
    );
    const { compare } = new Intl.Collator(language.culture);
    return [...Map.groupBy(rations, ({ horseKey }) => horseKey).values()]
      .flatMap((horseRations) => {
        const [first] = horseRations;
        if (!first) return [];
        const advice = horseRations.map((ration) =>
          toSavedAdvice(ration, summaries.get(ration.advice.productVariantId) ?? null, linkTokens),
        );
        return [
          {
            horseName: first.advice.horseName,
            totals: createHorseTotals(model, horseRations, advice),
            advice,
          },
        ];
      })
      .toSorted((a, b) => compare(a.horseName, b.horseName));
  }

  return {
    list,

    async save(context, body, adviceId) {
      const { account, language, signal } = context;
      const { accountId } = account;
      const horseName = cleanLine(body.horseName);
      if (horseName === '') throw createValidationFailed([{ field: 'horseName', code: 'required' }]);
      // Counts code points: a character may consist of two UTF-16 units.
      if ([...horseName].length > MAX_HORSE_NAME_LENGTH)
        throw createValidationFailed([{ field: 'horseName', code: 'maxLength' }]);
      if (adviceId !== undefined && !(await hasAdvice(database, { adviceId, accountId })))
        throw createNotFound();
      await limiter.take(savedAdviceRateLimits.changesPerAccount, accountId);
      const { model, productId, roughage, source, ...goods } = await resolveInput(context, body);
      const { horseType, weightKg = null, workLevel } = body;
      const now = new Date(clock());
      const savedId = await database.transaction(
        'save-advice',
        async (transaction) => {
          if (!(await lockAccount(transaction, accountId))) throw new ProblemError('not_authenticated');
          // Read again here: a correction that arrived in the meantime does not affect a ration that is not
          // saved yet.
          if (source.sampleId !== null && !(await lockSampleBatch(transaction, source.sampleId)))
            throw createNotFound();
          const saved = await readSavedRations(transaction, model, {
            accountId,
            languageId: language.languageId,
            now: context.now,
          });
          const horseRations = saved.filter(({ horseKey }) => horseKey === getHorseKey(horseName));
          const sameProductRation = horseRations.find((ration) => ration.productId === productId);
          const replaced =
            adviceId === undefined
              ? sameProductRation
              : saved.find(({ advice }) => advice.adviceId === adviceId);
          if (adviceId !== undefined && !replaced) throw createNotFound();
          const typedValues = source.typedValues && preserveReportOrigin(source.typedValues, replaced);
          const { input: usedRoughage } = typedValues
            ? toTypedRoughage(typedValues, context.now)
            : source.sampleId === null
              ? roughage
              : await readRoughageChoice(
                  { database: transaction, linkTokens },
                  context,
                  model,
                  body.roughage,
                );
          if (!replaced && saved.length >= MAX_SAVED_RATIONS) throw new ProblemError('too_many_saved');
          const others = horseRations.filter(
            (ration) => ration !== replaced && ration !== sameProductRation && ration.refusal === null,
          );
          const fitted = adjustRation(
            model,
            goods,
            { horseType, weightKg, workLevel, roughage: usedRoughage },
            others,
          );
          if (fitted.advice === null) throw createRationRefusal(fitted.refusal);
          const record: AdviceRecord = {
            adviceId: replaced?.advice.adviceId ?? randomUUID(),
            accountId,
            horseName,
            horseType,
            weightKg,
            workLevel,
            ...source,
            typedValues,
            productVariantId: goods.variant.productVariantId,
            figures: fitted.advice,
            refusal: null,
            previousGramsPerDay: null,
            isRead: true,
            createdAt: replaced?.advice.createdAt ?? now,
            changedAt: now,
          };
          // A horse has one ration per product.
          if (sameProductRation && sameProductRation !== replaced)
            await deleteAdvice(transaction, { adviceId: sameProductRation.advice.adviceId, accountId });
          await upsertAdvice(transaction, record);
          return record.adviceId;
        },
        { signal },
      );
      const found = (await list(context)).flatMap(({ advice }) => advice);
      const savedAdvice = found.find((each) => each.adviceId === savedId);
      // Deleted in the meantime in another window.
      if (!savedAdvice) throw createNotFound();
      return savedAdvice;
    },

    async delete({ account: { accountId } }, adviceId) {
      if (!(await deleteAdvice(database, { adviceId, accountId }))) throw createNotFound();
      return undefined;
    },

    async read({ account: { accountId } }, adviceId) {
      if (!(await markRead(database, { adviceId, accountId }))) throw createNotFound();
      return undefined;
    },
  };
}
