import type { MailTexts } from '../../mail/mail-texts.ts';
import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { GiftCardService } from '../gift-cards/service.ts';
import type { ProductService } from '../products/service.ts';
import { createCalculate } from './calculation.ts';
import { createCartCalls } from './calls.ts';
import { createCartChanger } from './change-cart.ts';
import { createHandoverService } from './handover.ts';
import { createImpersonationService } from './impersonation.ts';
import { createForgetCarts } from './jobs.ts';
import { createOrderDetailsService } from './order-details.ts';
import { createCartPriceService } from './prices.ts';
import { type CartService, createCartService } from './service.ts';

/** Carts: what is in them, what that costs, and where it goes. */
export function createCartModule(
  deps: ModuleDeps & {
    readonly products: ProductService;
    readonly giftCards: GiftCardService;
    readonly texts: MailTexts;
  },
): BackendModule & { readonly service: CartService } {
  const changer = createCartChanger(deps);
  const carts = createCartService({ ...deps, changer });
  return {
    service: carts,
    calls: createCartCalls({
      carts,
      prices: createCartPriceService({ ...deps, changer, calculate: createCalculate(deps) }),
      details: createOrderDetailsService({ ...deps, changer }),
      handover: createHandoverService({ ...deps, changer, carts }),
      impersonation: createImpersonationService(deps),
    }),
    jobs: [createForgetCarts(deps)],
  };
}
