import type { ProductSummary } from '../../../../shared/contract/products.ts';
import type { FeedModel } from '../../../../shared/rules/feed-advice/feed-model.ts';
import { compareRationProposals } from '../../../../shared/rules/feed-advice/ration-proposals.ts';
import {
  closesRoughageGaps,
  type MeasuredValue,
} from '../../../../shared/rules/feed-advice/roughage-gaps.ts';
import { listFeedAdviceVariants } from '../../catalogue/products/queries.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import type { Database } from '../../core/database/database.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { calculateAdvice, proposedProductTypes } from '../feed-advice/service.ts';

/** Number of products shown with a report. */
const MAX_DEFICIT_FEEDS = 2;

/** The horse that a report is calculated for: an adult of the reference weight in light work. */
const REFERENCE_HORSE = { horseType: 'horse', weightKg: null, workLevel: 'light' } as const;

/** Finds feeds that complement measured roughage, best first. */
export type FindDeficitFeeds = (
  context: ScopedContext,
  model: FeedModel,
  roughage: { readonly type: 'hay' | 'silage'; readonly values: readonly MeasuredValue[] },
) => Promise<ProductSummary[]>;

/**
 * Creates the search for feeds of the site whose ration compensates the deficits of measured roughage, based
 * on the feed model and the product label.
 */
export function createDeficitFeedFinder({
  database,
  products,
}: {
  readonly database: Database;
  readonly products: Pick<ProductService, 'fetchCartVariants'>;
}): FindDeficitFeeds {
  return async (context, model, { type, values }) => {
    const read = (parameter: MeasuredValue['parameter']): number | null =>
      values.find((value) => value.parameter === parameter)?.value ?? null;
    const roughage = {
      type,
      dryMatterPct: read('dryMatterPct'),
      energyDE: read('energyDE'),
      crudeProtein: read('crudeProtein'),
      sugar: read('sugar'),
      ageDays: 0,
    };
    const variants = await listFeedAdviceVariants(database, context.site.site.siteId, proposedProductTypes);
    const goods = await products.fetchCartVariants(
      context,
      variants.map(({ productVariantId }) => productVariantId),
    );
    const byId = new Map(goods.map(({ summary }) => [summary.productVariantId, summary]));
    return variants
      .flatMap((variant) => {
        const summary = byId.get(variant.productVariantId);
        if (!summary || !variant.analytical) return [];
        const answer = calculateAdvice(model, { variant, summary }, { ...REFERENCE_HORSE, roughage });
        if (!answer.determined) return [];
        const { crudeProtein = 0, starch = 0, sugar = 0, energyDE = 0 } = variant.analytical;
        const label = { crudeProtein, starch, sugar, energyDE };
        return closesRoughageGaps(values, { label, ration: answer.advice })
          ? [{ summary, advice: answer.advice }]
          : [];
      })
      .toSorted((a, b) => compareRationProposals(a.advice, b.advice))
      .slice(0, MAX_DEFICIT_FEEDS)
      .map(({ summary }) => summary);
  };
}
