import loadable from '@loadable/component';
import type { ProductReturn, ReturnableProduct } from '../../../shared/contract/returns.ts';
import { ACCOUNT_RETURNS_PATTERN } from '../../../shared/rules/account/account-paths.ts';
import { MAX_RETURN_BYTES } from '../../../shared/rules/returns.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { CardProduct } from '../../store/card-product.ts';
import type { ScreenPage } from '../page-definition.ts';

/** Picture of a product; null if the product is discontinued. */
type ShownProduct = Pick<CardProduct, 'picture' | 'colourWay'> | null;

/** Product that the customer can return. */
export interface ShownGoods
  extends Pick<
    ReturnableProduct,
    'orderId' | 'orderNumber' | 'productVariantId' | 'description' | 'productLabel'
  > {
  readonly product: ShownProduct;
}

/** Registered return. */
export interface ShownReturn
  extends Pick<
    ProductReturn,
    | 'returnId'
    | 'created'
    | 'orderNumber'
    | 'description'
    | 'productLabel'
    | 'quantity'
    | 'reason'
    | 'text'
    | 'status'
    | 'answers'
    | 'photos'
  > {
  readonly product: ShownProduct;
}

/** Registered returns and the form of a new one. */
export interface AccountReturnsData {
  readonly kind: 'accountReturns';
  readonly owner: AccountInfo;
  readonly returns: readonly ShownReturn[];
  readonly goods: readonly ShownGoods[];
  /** Preselected product variant from the path. */
  readonly productVariantId: number | null;
  /** Idempotency key of the form, so that a form sent twice counts once. */
  readonly idempotencyKey: string;
}

export const accountReturnsPage: ScreenPage<AccountReturnsData> = {
  kind: 'accountReturns',
  path: () => ACCOUNT_RETURNS_PATTERN,
  cachePolicy: 'private',
  query: 'plain',
  isOwnersOnly: true,
  changedBy: ['returns'],
  uploadLimitBytes: MAX_RETURN_BYTES,
  tellsOfForms: true,
  hasLateStyles: true,
  load: async (context) => (await import('../loads.ts')).loadAccountReturns(context),
  component: loadable(() => import('./AccountReturnsPage.tsx'), {
    resolveComponent: (module) => module.AccountReturnsPage,
  }),
  actions: {
    return: async () => (await import('./actions.ts')).registerReturn,
  },
};
