import { getCartImpersonationPath } from '../../../../shared/rules/cart/cart-paths.ts';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { logCommandChanges } from '../../core/admin/change-log.ts';
import { commandActor } from '../../core/audit/audit.ts';
import { createCommand } from '../../core/cli/command.ts';
import { hashToken } from '../../core/security/token.ts';
import { findImportedHost } from '../../sites/sites/queries.ts';
import { createImpersonationKey, IMPERSONATION_KEY_VALIDITY_MS } from './impersonation.ts';

const USAGE = `Usage: npm run cart -- impersonate <cart number>

Creates a key that opens a visitor's cart for a staff member, once and within ${IMPERSONATION_KEY_VALIDITY_MS / MINUTE_MS} minutes. The visitor reads out the cart
number, which is below their cart. The staff member can view and change the cart for one hour; a bar on the page says so, and every change
is recorded in the audit log. The key gives no access to an account.
`;

/** Command with carts for customer service. */
export const cartCommand = createCommand<number>({
  name: 'cart',
  usage: USAGE,
  read([verb, number, ...rest]) {
    const isRight = verb === 'impersonate' && rest.length === 0 && /^[1-9]\d{0,14}$/.test(number ?? '');
    return isRight ? Number(number) : null;
  },
  async run(cartId, context) {
    const { print: say, warn, now } = context;
    const { database } = await context.openDatabase();
    const made = await database.transaction('impersonate-cart', async (transaction) => {
      const key = await createImpersonationKey(transaction, { cartId, actor: commandActor, now });
      if (key) {
        const change = {
          resource: 'cartKey',
          resourceId: hashToken(key.key),
          before: null,
          after: { cart: cartId },
        };
        await logCommandChanges(transaction, 'cart.makeKey', [change], now);
      }
      return key;
    });
    const place = made && (await findImportedHost(database, made.siteId, made.languageId));
    if (made === undefined || place === undefined) {
      warn(`There is no cart with the number ${cartId}.`);
      return 1;
    }
    const url = context.getOrigin(place.domain) + getCartImpersonationPath(place.languageCode);
    say(
      `Open this within ${IMPERSONATION_KEY_VALIDITY_MS / MINUTE_MS} minutes; it works once:\n\n  ${url}#${made.key}\n`,
    );
    return 0;
  },
});
