import type { ProductSummary } from '../../../shared/contract/products.ts';
import { createAdviceQuery, toAdviceAnswers } from '../../../shared/rules/feed-advice/advice-query.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { loadForSignedInVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { AccountFeedAdviceData, SavedRationView } from './page.ts';

function toProductView(summary: ProductSummary): NonNullable<SavedRationView['product']> {
  const { productVariantId, title, url, picture, colourWay, stock } = toListedProduct(summary);
  return { productVariantId, title, url, picture, colourWay, stock };
}

/** Loads the saved rations of a customer. */
export function loadAccountFeedAdvice(
  context: PrivateLoadContext,
): Promise<LoadResult<AccountFeedAdviceData>> {
  const { visitor, critical, shop, scope } = context;
  const calculatorPath = `/${getLocalisedSegment('feedAdvice', scope.language.code)}/`;
  return loadForSignedInVisitor<AccountFeedAdviceData>(context, shop.t('savedAdvice.title'), async () => {
    const horses = await visitor.fetchSavedAdvice(undefined, critical);
    return {
      kind: 'accountFeedAdvice',
      horses: horses.map(({ horseName, totals, advice }) => ({
        horseName,
        totals,
        rations: advice.map(
          ({
            adviceId,
            horse,
            question,
            figures,
            scoop,
            refusal,
            product,
            productTitle,
            packsForMonth,
            isRead,
            previousGramsPerDay,
          }) => ({
            adviceId,
            horse,
            figures,
            scoop,
            refusal,
            product: product && toProductView(product),
            productTitle,
            packsForMonth,
            isRead,
            previousGramsPerDay,
            changeUrl: calculatorPath + createAdviceQuery(toAdviceAnswers(question, horseName)),
          }),
        ),
      })),
    };
  });
}
