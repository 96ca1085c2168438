import { accountPaths } from './paths/accounts.ts';
import { addressLookupPaths } from './paths/address-lookups.ts';
import { cartPaths } from './paths/carts.ts';
import { contentPaths } from './paths/content.ts';
import { feedAdvicePaths } from './paths/feed-advice.ts';
import { labResultPaths } from './paths/lab-results.ts';
import { legalPaths } from './paths/legal.ts';
import { locationPaths } from './paths/locations.ts';
import { newsletterPaths } from './paths/newsletter.ts';
import { orderPaths } from './paths/orders.ts';
import { previewPaths } from './paths/previews.ts';
import { productFeedPaths } from './paths/product-feed.ts';
import { productPaths } from './paths/products.ts';
import { returnPaths } from './paths/returns.ts';
import { reviewPaths } from './paths/reviews.ts';
import { routingPaths } from './paths/routing.ts';
import { siloQuotationPaths } from './paths/silo-quotations.ts';
import { sitePaths } from './paths/sites.ts';
import { stockReminderPaths } from './paths/stock-reminders.ts';
import { subscriptionPaths } from './paths/subscriptions.ts';
import { vacancyPaths } from './paths/vacancies.ts';
import { withdrawalPaths } from './paths/withdrawals.ts';

/**
 * Method, path and caching of every call, by module. This is the part of the contract that the browser needs,
 * without schemas. The rest of the contract is in the file of the module, collected in `calls.ts`.
 */
export const callPaths = {
  ...sitePaths,
  ...routingPaths,
  ...productFeedPaths,
  ...contentPaths,
  ...vacancyPaths,
  ...productPaths,
  ...stockReminderPaths,
  ...siloQuotationPaths,
  ...reviewPaths,
  ...cartPaths,
  ...locationPaths,
  ...legalPaths,
  ...orderPaths,
  ...withdrawalPaths,
  ...addressLookupPaths,
  ...accountPaths,
  ...subscriptionPaths,
  ...newsletterPaths,
  ...returnPaths,
  ...labResultPaths,
  ...feedAdvicePaths,
  ...previewPaths,
};

export type CallName = keyof typeof callPaths;
