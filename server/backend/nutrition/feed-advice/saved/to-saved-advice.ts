import type { AdviceFigures, RationTotals, SavedAdvice } from '../../../../../shared/contract/feed-advice.ts';
import type { ProductSummary } from '../../../../../shared/contract/products.ts';
import { type Advice, countPacksForMonth } from '../../../../../shared/rules/feed-advice/feed-advice.ts';
import { type FeedModel, getScoop } from '../../../../../shared/rules/feed-advice/feed-model.ts';
import { sumRation } from '../../../../../shared/rules/feed-advice/ration-sums.ts';
import { getCostPerDay } from '../../../../../shared/rules/pack-duration.ts';
import type { LinkTokens } from '../../../core/security/link-tokens.ts';
import { deriveReportKey } from '../../lab-results/queries.ts';
import { getLowestHorseWeight, type SavedRation, toRationFeed } from './rations.ts';

/** Returns the values of a ration at today's price, if its pack has one. */
function toAdviceFigures(figures: Advice, costPerDay: number | null): AdviceFigures {
  return { ...figures, costPerDay: costPerDay ?? figures.costPerDay, warnings: [...figures.warnings] };
}

/** Returns the current cost of a ration per day; null if its product is no longer sold. */
const findCostPerDay = (
  { netWeightGrams, advice }: SavedRation,
  product: ProductSummary | null,
): number | null =>
  product && netWeightGrams
    ? getCostPerDay(product.price.amountInclVat, netWeightGrams, advice.figures.gramsPerDay)
    : null;

function toRoughageChoice(
  { advice, sample }: SavedRation,
  links: LinkTokens,
): SavedAdvice['question']['roughage'] {
  if (sample !== null) return { rqsKey: deriveReportKey(links, sample) };
  if (!advice.typedValues) return { type: advice.roughageType };
  const { type, dryMatterPct, energyDE, crudeProtein, sugar } = advice.typedValues;
  return { values: { type, dryMatterPct, energyDE, crudeProtein, sugar } };
}

/** Returns a saved ration for its owner, with its product as it is sold now. */
export function toSavedAdvice(
  ration: SavedRation,
  product: ProductSummary | null,
  links: LinkTokens,
): SavedAdvice {
  const { advice, productName, netWeightGrams, weightKg, roughage, refusal } = ration;
  const { horseType, workLevel, productVariantId, figures } = advice;
  return {
    adviceId: advice.adviceId,
    horseName: advice.horseName,
    horse: {
      horseType,
      weightKg,
      isReferenceWeight: advice.weightKg === null,
      workLevel,
      roughage: roughage.used,
    },
    question: {
      horseType,
      ...(advice.weightKg !== null && { weightKg: advice.weightKg }),
      workLevel,
      roughage: toRoughageChoice(ration, links),
      productVariantId,
    },
    figures: toAdviceFigures(figures, findCostPerDay(ration, product)),
    scoop: getScoop(ration.dose),
    refusal,
    productVariantId,
    product,
    productTitle: product?.title ?? productName,
    netWeightGrams: netWeightGrams ?? 1,
    packsForMonth: countPacksForMonth(figures),
    isRead: advice.isRead,
    created: advice.createdAt.toISOString(),
    changed: advice.changedAt.toISOString(),
    previousGramsPerDay: advice.previousGramsPerDay,
  };
}

/** Returns the totals of all valid rations of a horse; null if there are none. */
export function createHorseTotals(
  model: FeedModel,
  rations: readonly SavedRation[],
  advice: readonly SavedAdvice[],
): RationTotals | null {
  const validRations = rations.filter(({ refusal }) => refusal === null);
  if (validRations.length === 0) return null;
  const weightKg = getLowestHorseWeight(validRations);
  return {
    weightKg,
    ...sumRation(model, weightKg, validRations.map(toRationFeed)),
    costPerDay: advice.reduce(
      (sum, { refusal, figures }) => (refusal === null ? sum + figures.costPerDay : sum),
      0,
    ),
  };
}
