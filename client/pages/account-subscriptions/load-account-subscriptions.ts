import { loadForSignedInVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { AccountSubscriptionsData } from './page.ts';

/**
 * Loads the mail subscriptions of the signed-in customer.
 *
 * @throws ApiError if they cannot be loaded
 */
export function loadAccountSubscriptions(
  context: PrivateLoadContext,
): Promise<LoadResult<AccountSubscriptionsData>> {
  const { visitor, critical, shop } = context;
  return loadForSignedInVisitor<AccountSubscriptionsData>(
    context,
    shop.t('account.subscriptions'),
    async () => {
      const { stockReminders, ...choices } = await visitor.fetchSubscriptions(undefined, critical);
      return {
        kind: 'accountSubscriptions',
        choices,
        stockReminders: stockReminders.map((reminder) => ({
          ...reminder,
          product: reminder.product && toListedProduct(reminder.product),
        })),
      };
    },
  );
}
