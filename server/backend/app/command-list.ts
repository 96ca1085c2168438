import { checkLabelsCommand } from '../catalogue/products/check-labels-command.ts';
import { promotionCommand } from '../catalogue/promotions/promotion-command.ts';
import { reviewsCommand } from '../catalogue/reviews/reviews-command.ts';
import { checkBooksCommand } from '../commerce/bookkeeping/check-books-command.ts';
import { journalCommand } from '../commerce/bookkeeping/journal-command.ts';
import { cartCommand } from '../commerce/carts/cart-command.ts';
import { giftcardCommand } from '../commerce/gift-cards/gift-card-command.ts';
import { numberSeriesCommand } from '../commerce/orders/number-series-command.ts';
import { orderCommand } from '../commerce/orders/order-command.ts';
import { sampleOrders } from '../commerce/orders/samples/sample-orders.ts';
import { reconcileCommand } from '../commerce/payments/reconcile-command.ts';
import { previewCommand } from '../content/previews/preview-command.ts';
import { adminCommand } from '../core/admin/admin-command.ts';
import type { Command } from '../core/cli/command.ts';
import { outboxCommand } from '../core/queue/outbox-command.ts';
import { checkLegalCommand } from '../import-export/check-legal-command.ts';
import { exportCommand } from '../import-export/export-command.ts';
import { importCommand } from '../import-export/import-command.ts';
import { newShopCommand } from '../import-export/new-shop-command.ts';
import { createLabCommand } from '../nutrition/lab-results/lab-command.ts';
import { campaignCommand } from '../service-desk/mail-campaigns/campaign-command.ts';
import { keysCommand } from './keys-command.ts';
import { purgeCommand } from './purge-command.ts';
import type { ShopCommandContext } from './shop-command-context.ts';

/** All commands, sorted by name. */
export const commands: readonly Command<ShopCommandContext>[] = [
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
  createLabCommand(sampleOrders),
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
export const findCommand = (name: string): Command<ShopCommandContext> | undefined =>
  commands.find((command) => command.name === name);
