import { adminCommand } from '../admin/admin-command.ts';
import { exportCommand } from '../catalogue-import/export-command.ts';
import { importCommand } from '../catalogue-import/import-command.ts';
import { newShopCommand } from '../catalogue-import/new-shop-command.ts';
import { checkBooksCommand } from '../modules/bookkeeping/check-books-command.ts';
import { journalCommand } from '../modules/bookkeeping/journal-command.ts';
import { campaignCommand } from '../modules/campaigns/campaign-command.ts';
import { cartCommand } from '../modules/carts/cart-command.ts';
import { giftcardCommand } from '../modules/gift-cards/gift-card-command.ts';
import { labCommand } from '../modules/lab-results/lab-command.ts';
import { checkLegalCommand } from '../modules/legal/check-legal-command.ts';
import { numberSeriesCommand } from '../modules/orders/number-series-command.ts';
import { orderCommand } from '../modules/orders/order-command.ts';
import { reconcileCommand } from '../modules/payments/reconcile-command.ts';
import { previewCommand } from '../modules/previews/preview-command.ts';
import { checkLabelsCommand } from '../modules/products/check-labels-command.ts';
import { promotionCommand } from '../modules/promotions/promotion-command.ts';
import { reviewsCommand } from '../modules/reviews/reviews-command.ts';
import { outboxCommand } from '../outbox/outbox-command.ts';
import type { Command } from './command.ts';
import { keysCommand } from './keys-command.ts';
import { purgeCommand } from './purge-command.ts';

/** All commands, sorted by name. */
export const commands: readonly Command[] = [
  adminCommand,
  campaignCommand,
  cartCommand,
  checkBooksCommand,
  checkLabelsCommand,
  checkLegalCommand,
  exportCommand,
  giftcardCommand,
  importCommand,
  journalCommand,
  keysCommand,
  labCommand,
  newShopCommand,
  numberSeriesCommand,
  orderCommand,
  outboxCommand,
  previewCommand,
  promotionCommand,
  purgeCommand,
  reconcileCommand,
  reviewsCommand,
];

/** Returns the command of a name. */
export const findCommand = (name: string): Command | undefined =>
  commands.find((command) => command.name === name);
