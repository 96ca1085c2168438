import type {
  AdviceAnswer,
  AdviceQuestion,
  AdvisedHorseType,
  ProductAdvice,
  UsedHorse,
} from '../../../../shared/contract/feed-advice.ts';
import type { ProductSummary } from '../../../../shared/contract/products.ts';
import {
  type AdviceInput,
  type AdviceRefusal,
  type AdviceAnswer as Answer,
  advise,
  countPacksForMonth,
} from '../../../../shared/rules/feed-advice/feed-advice.ts';
import {
  type FeedModel,
  getScoop,
  horseTypes,
  workLevels,
} from '../../../../shared/rules/feed-advice/feed-model.ts';
import {
  chooseOverallRefusal,
  compareRationProposals,
} from '../../../../shared/rules/feed-advice/ration-proposals.ts';
import {
  type FeedAdviceVariant,
  findFeedAdviceVariant,
  listFeedAdviceVariants,
} from '../../catalogue/products/queries.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { findRegionCode } from '../../sites/countries/queries.ts';
import { getLocalDate, getTimeZone } from '../../sites/local-dates.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { readRoughageChoice } from './chosen-roughage.ts';
import { findFeedModel } from './queries.ts';

export interface FeedAdviceService {
  /**
   * Calculates the ration of a requested variant, or of all proposed ones, at the prices of the site and
   * time.
   *
   * @throws ProblemError 404 if the site does not sell the variant or the report does not exist
   */
  calculate(context: ScopedContext, question: AdviceQuestion): Promise<AdviceAnswer>;
  /** Lists the types of horses with their weights; empty if there is no model. */
  listHorseTypes(): Promise<AdvisedHorseType[]>;
}

/** Product types that are proposed: each can be the only feed of a horse in addition to its roughage. */
export const proposedProductTypes = ['muesli', 'pellet', 'balancer'];

/** A variant with its price. */
interface PricedVariant {
  readonly variant: FeedAdviceVariant;
  readonly summary: ProductSummary;
}

type RefusalAnswer = Extract<AdviceAnswer, { determined: false }>;

const createRefusalAnswer = (reason: AdviceRefusal, help: Partial<RefusalAnswer> = {}): RefusalAnswer => ({
  determined: false,
  reason,
  weights: null,
  product: null,
  dosage: null,
  ...help,
});

/** Calculates the ration of one variant. */
export function calculateAdvice(
  model: FeedModel,
  {
    variant,
    summary,
  }: {
    readonly variant: Omit<FeedAdviceVariant, 'productVariantId'>;
    readonly summary: { readonly price: Pick<ProductSummary['price'], 'amountInclVat'> };
  },
  input: AdviceInput,
): Answer {
  const { netWeightGrams, dose, horseTypes } = variant;
  const { starch = 0, crudeProtein = 0, energyDE = 0 } = variant.analytical ?? {};
  // Without a weight, neither the days of a pack nor a ration can be calculated.
  return advise(
    model,
    { dose: netWeightGrams === null ? { mode: 'none' } : dose, horseTypes, starch, crudeProtein, energyDE },
    { netWeightGrams: netWeightGrams ?? 1, priceInclVat: summary.price.amountInclVat },
    input,
  );
}

/** Creates the service of rations. */
export function createFeedAdviceService({
  database,
  products,
  linkTokens,
}: {
  readonly database: Database;
  readonly linkTokens: LinkTokens;
  readonly products: Pick<ProductService, 'fetchSummaries' | 'fetchCartVariants' | 'fetchProduct'>;
}): FeedAdviceService {
  async function readRequestedVariant(
    context: ScopedContext,
    productVariantId: number,
  ): Promise<PricedVariant> {
    const [variant, [summary]] = await Promise.all([
      findFeedAdviceVariant(database, context.site.site.siteId, productVariantId),
      products.fetchSummaries(context, [productVariantId]),
    ]);
    if (!variant || !summary) throw createNotFound();
    return { variant, summary };
  }

  /** Lists the proposed goods that can be ordered, in catalogue order. */
  async function readProposed(context: ScopedContext): Promise<PricedVariant[]> {
    const variants = await listFeedAdviceVariants(database, context.site.site.siteId, proposedProductTypes);
    const goods = await products.fetchCartVariants(
      context,
      variants.map(({ productVariantId }) => productVariantId),
    );
    const byId = new Map(goods.map(({ summary }) => [summary.productVariantId, summary]));
    return variants.flatMap((variant) => {
      const summary = byId.get(variant.productVariantId);
      return summary ? [{ variant, summary }] : [];
    });
  }

  return {
    async listHorseTypes() {
      const model = await findFeedModel(database);
      if (!model) return [];
      return horseTypes.map((horseType) => {
        const { referenceWeightKg, minKg, maxKg } = model.horseTypes[horseType];
        return { horseType, referenceWeightKg, minKg, maxKg };
      });
    },

    async calculate(context, question) {
      const { horseType, weightKg, workLevel, productVariantId } = question;
      const [model, goods] = await Promise.all([
        findFeedModel(database),
        productVariantId === undefined
          ? readProposed(context)
          : readRequestedVariant(context, productVariantId).then((requestedVariant) => [requestedVariant]),
      ]);
      const [requestedVariant] = productVariantId === undefined ? [] : goods;
      const product = requestedVariant?.summary ?? null;
      if (!model) return createRefusalAnswer('no_feed_advice', { product });
      const roughage = await readRoughageChoice({ database, linkTokens }, context, model, question.roughage);
      const type = model.horseTypes[horseType];
      const input: AdviceInput = {
        horseType,
        weightKg: weightKg ?? null,
        workLevel,
        roughage: roughage.input,
      };

      const answers = goods.map((each) => ({ goods: each, answer: calculateAdvice(model, each, input) }));
      const proposals = answers
        .flatMap(({ goods: each, answer }) =>
          answer.determined ? [{ goods: each, advice: answer.advice }] : [],
        )
        .toSorted((a, b) => compareRationProposals(a.advice, b.advice));
      const [best] = proposals;
      if (!best || !roughage.used) {
        const reason = chooseOverallRefusal(
          answers.flatMap(({ answer }) => (answer.determined ? [] : [answer.reason])),
        );
        return createRefusalAnswer(reason, {
          product,
          ...(reason === 'weight_out_of_range' && { weights: { minKg: type.minKg, maxKg: type.maxKg } }),
          ...(reason === 'life_stage_table_only' &&
            product && {
              dosage: (await products.fetchProduct(context, product.productVariantId)).dosage,
            }),
        });
      }
      const horse: UsedHorse = {
        horseType,
        weightKg: weightKg ?? type.referenceWeightKg,
        isReferenceWeight: weightKg === undefined,
        workLevel,
        roughage: roughage.used,
      };
      return {
        determined: true,
        date: getLocalDate(
          context.now,
          getTimeZone(await findRegionCode(database, context.site.site.countryId)),
        ),
        horse,
        proposals: proposals.map(({ goods: { variant, summary }, advice }): ProductAdvice => {
          const { dose, netWeightGrams } = variant;
          return {
            ...advice,
            warnings: [...advice.warnings],
            productVariantId: variant.productVariantId,
            product: summary,
            netWeightGrams: netWeightGrams ?? 1,
            scoop: getScoop(dose),
            maxServingsPerWeek: dose.maxServingsPerWeek ?? null,
            maxDaysInARow: dose.maxDaysInARow ?? null,
            isMaximum: dose.isMaximum ?? false,
            packsForMonth: countPacksForMonth(advice),
          };
        }),
        workLevels: workLevels.map((level) => {
          const answer = calculateAdvice(model, best.goods, { ...input, workLevel: level });
          return answer.determined
            ? {
                workLevel: level,
                figures: { ...answer.advice, warnings: [...answer.advice.warnings] },
                reason: null,
              }
            : { workLevel: level, figures: null, reason: answer.reason };
        }),
      };
    },
  };
}
