import type { ProductService } from '../../catalogue/products/service.ts';
import type { MailTexts } from '../../core/mail/mail-texts.ts';
import type { Passwords } from '../../customers/accounts/service.ts';
import type { AddressLookupService } from '../../customers/address-lookups/service.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { GiftCardService } from '../gift-cards/types.ts';
import type { Payments } from '../payments/types.ts';
import { type AccountCartService, createAccountCarts } from './account-carts.ts';
import { createCartAdmin } from './admin.tsx';
import { createCartCalculator } from './calculation.ts';
import { createCartCalls } from './calls.ts';
import { createCartHandoverService } from './cart-handover.ts';
import { createCartChanger } from './change-cart.ts';
import { type CartCheckout, createCartCheckout } from './checkout.ts';
import { createCheckoutDetailsService } from './checkout-details.ts';
import { createGuestAccountRequestService } from './guest-account-request.ts';
import { createImpersonationService } from './impersonation.ts';
import { createCartCleanupJob } from './jobs.ts';
import { cartPersonalData } from './personal-data.ts';
import { createCartPriceService } from './prices.ts';
import { createCartService } from './service.ts';
import { createTransferLines, type TransferLines } from './transfer-lines.ts';
import type { CartService } from './types.ts';

/** Creates the module of carts: their content, price and delivery. */
export function createCartModule(
  deps: ModuleDeps & {
    readonly products: ProductService;
    readonly giftCards: GiftCardService;
    readonly addressLookups: AddressLookupService;
    readonly texts: MailTexts;
    readonly passwords: Passwords;
    readonly payments: Pick<Payments, 'listIssuers'>;
  },
): BackendModule & {
  readonly service: CartService;
  readonly accountCarts: AccountCartService;
  readonly checkout: CartCheckout;
  readonly transferLines: TransferLines;
} {
  const changer = createCartChanger(deps);
  const calculate = createCartCalculator(deps);
  const accountCarts = createAccountCarts();
  const carts = createCartService({ ...deps, changer, accountCarts });
  const transferLines = createTransferLines({ ...deps, carts });
  return {
    service: carts,
    accountCarts,
    checkout: createCartCheckout({ changer, calculate }),
    transferLines,
    calls: createCartCalls({
      carts,
      prices: createCartPriceService({ ...deps, changer, calculate }),
      details: createCheckoutDetailsService({ ...deps, changer }),
      orderAccount: createGuestAccountRequestService({ ...deps, changer }),
      handover: createCartHandoverService({ ...deps, changer, transferLines }),
      impersonation: createImpersonationService(deps),
    }),
    admin: createCartAdmin(deps),
    jobs: [createCartCleanupJob(deps)],
    personalData: [cartPersonalData],
  };
}
