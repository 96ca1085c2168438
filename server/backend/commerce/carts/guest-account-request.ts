import type { CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { PublicAddress } from '../../../../shared/rules/public-origin.ts';
import type { Database } from '../../core/database/database.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { PasswordHasher } from '../../core/security/password-hasher.ts';
import { createPasswordHashing, type Passwords, readCallbackPath } from '../../customers/accounts/service.ts';
import type { CartChanger, CartContext } from './change-cart.ts';
import { findCart, updateCart } from './queries.ts';

/** Stores a guest's request for an account with the order. */
export interface GuestAccountRequestService {
  setPassword(context: CartContext, input: CallInput<'setCartPassword'>): Promise<undefined>;
}

/** Limits how often the password of a requested account can be set, because each attempt costs a hash. */
export const cartPasswordRateLimits = defineLimits('passwords of carts', {
  perCart: { maxAttempts: 20, windowMs: HOUR_MS },
  perVisitor: { maxAttempts: 60, windowMs: HOUR_MS },
});

/** Creates the service. */
export function createGuestAccountRequestService(deps: {
  readonly database: Database;
  readonly changer: CartChanger;
  readonly passwordHasher: PasswordHasher;
  readonly passwords: Passwords;
  readonly publicAddress: PublicAddress;
  readonly limiter: Limiter;
}): GuestAccountRequestService {
  const { database, changer, publicAddress, limiter } = deps;
  const passwordHashing = createPasswordHashing(deps);

  const storePassword = (
    context: CartContext,
    change: { readonly passwordHash: string | null; readonly confirmPath: string | null },
  ): Promise<undefined> =>
    changer.change(context, 'set-password', async (transaction, { cartId }) => {
      await updateCart(transaction, cartId, change);
      return undefined;
    });

  return {
    async setPassword(context, { query: { password, confirmUrl } }) {
      const { cart, site, account, visitorAddress } = context;
      const confirmPath = readCallbackPath(site, confirmUrl, { field: 'confirmUrl', publicAddress });
      // A signed-in visitor already has an account, and a staff member must not choose a customer's password.
      if (account !== null || cart.impersonatedUntil !== null) return undefined;
      if (password === '') return storePassword(context, { passwordHash: null, confirmPath: null });
      await limiter.takeForAddress(cartPasswordRateLimits.perVisitor, visitorAddress);
      await limiter.take(cartPasswordRateLimits.perCart, cart.cartId);
      const record = await findCart(database, cart.cartId);
      const passwordHash = await passwordHashing.hashNew(site, {
        password,
        field: 'password',
        emailAddress: record?.billing?.emailAddress,
      });
      return storePassword(context, { passwordHash, confirmPath });
    },
  };
}
