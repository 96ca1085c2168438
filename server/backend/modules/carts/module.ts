import type { MailTexts } from '../../mail/mail-texts.ts';
import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { AddressLookupService } from '../address-lookups/service.ts';
import type { GiftCardService } from '../gift-cards/service.ts';
import type { Payments } from '../payments/service.ts';
import type { ProductService } from '../products/service.ts';
import { type AccountCarts, createAccountCarts } from './account-carts.ts';
import { createCartAdmin } from './admin.ts';
import { createCalculate } from './calculation.ts';
import { createCartCalls } from './calls.ts';
import { createCartChanger } from './change-cart.ts';
import { type CartCheckout, createCartCheckout } from './checkout.ts';
import { createHandoverService } from './handover.ts';
import { createImpersonationService } from './impersonation.ts';
import { createCartCleanupJob } from './jobs.ts';
import { createOrderAccountService } from './order-account.ts';
import { createOrderDetailsService } from './order-details.ts';
import { createCartPriceService } from './prices.ts';
import { createReceiveLines, type ReceiveLines } from './receive-lines.ts';
import { type CartService, createCartService } from './service.ts';

/** Creates the module of carts: their content, price and delivery. */
export function createCartModule(
  deps: ModuleDeps & {
    readonly products: ProductService;
    readonly giftCards: GiftCardService;
    readonly addressLookups: AddressLookupService;
    readonly texts: MailTexts;
    /** Payments, which are created after this module. */
    readonly getPayments: () => Pick<Payments, 'listIssuers'>;
  },
): BackendModule & {
  readonly service: CartService;
  readonly accountCarts: AccountCarts;
  readonly checkout: CartCheckout;
  readonly receiveLines: ReceiveLines;
} {
  const changer = createCartChanger(deps);
  const calculate = createCalculate(deps);
  const accountCarts = createAccountCarts();
  const carts = createCartService({ ...deps, changer, accountCarts });
  const receiveLines = createReceiveLines({ ...deps, carts });
  return {
    service: carts,
    accountCarts,
    checkout: createCartCheckout({ changer, calculate }),
    receiveLines,
    calls: createCartCalls({
      carts,
      prices: createCartPriceService({ ...deps, changer, calculate }),
      details: createOrderDetailsService({ ...deps, changer }),
      orderAccount: createOrderAccountService({ ...deps, changer }),
      handover: createHandoverService({ ...deps, changer, receiveLines }),
      impersonation: createImpersonationService(deps),
    }),
    admin: createCartAdmin(deps),
    jobs: [createCartCleanupJob(deps)],
  };
}
