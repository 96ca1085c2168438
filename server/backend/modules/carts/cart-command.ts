import { getCartImpersonationPath } from '../../../../shared/rules/cart/cart-paths.ts';
import { noteCommand } from '../../admin/log.ts';
import { commandActor } from '../../audit/audit.ts';
import { createCommand } from '../../commands/command.ts';
import { hashToken } from '../../security/token.ts';
import { findHost } from '../sites/queries.ts';
import { KEY_MS, makeKey } from './impersonation.ts';

const USAGE = `Usage: npm run cart -- impersonate <cart number>

Makes a key that opens a visitor's cart for an employee, once and within ${KEY_MS / 60_000} minutes; the visitor tells the number, which
stands below their cart. Whoever opens it sees and changes the cart for an hour under a bar that says so, and every change is noted in the
audit table. It opens no account.
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
    const { say, warn, now } = context;
    const { database } = await context.openDatabase();
    const made = await database.transaction('impersonate-cart', async (transaction) => {
      const key = await makeKey(transaction, { cartId, actor: commandActor, now });
      if (key) {
        const change = { noun: 'cartKey', nounId: hashToken(key.key), before: null, after: { cart: cartId } };
        await noteCommand(transaction, 'cart.makeKey', [change], now);
      }
      return key;
    });
    const place = made && (await findHost(database, made.siteId, made.languageId));
    if (made === undefined || place === undefined) {
      warn(`There is no cart with the number ${cartId}.`);
      return 1;
    }
    const url = context.getOrigin(place.domain) + getCartImpersonationPath(place.languageCode);
    say(`Open this within ${KEY_MS / 60_000} minutes; it works once:\n\n  ${url}#${made.key}\n`);
    return 0;
  },
});
