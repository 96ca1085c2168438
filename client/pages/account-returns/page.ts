import loadable from '@loadable/component';
import type { ProductReturn, ReturnableProduct } from '../../../shared/contract/returns.ts';
import { ACCOUNT_RETURNS_PATTERN } from '../../../shared/rules/account/account-paths.ts';
import { MAX_RETURN_FORM_BYTES } from '../../../shared/rules/returns.ts';
import type { AccountInfo } from '../../store/account.ts';
import type { ListedProduct } from '../../store/listed-product.ts';
import type { StaticRoute } from '../page-definition.ts';

/** Picture of a product; null if the product is discontinued. */
type ProductPictureView = Pick<ListedProduct, 'picture' | 'colourWay'> | null;

/** Product that the customer can return. */
export interface ReturnableProductView
  extends Pick<
    ReturnableProduct,
    'orderId' | 'orderNumber' | 'productVariantId' | 'description' | 'productLabel'
  > {
  readonly product: ProductPictureView;
}

/** Registered return. */
export interface ReturnView
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
  readonly product: ProductPictureView;
}

/** Registered returns and the form of a new one. */
export interface AccountReturnsData {
  readonly kind: 'accountReturns';
  readonly owner: AccountInfo;
  readonly returns: readonly ReturnView[];
  readonly goods: readonly ReturnableProductView[];
  /** Preselected product variant from the path. */
  readonly productVariantId: number | null;
  /** Idempotency key of the form, so that a form sent twice counts once. */
  readonly idempotencyKey: string;
}

export const accountReturnsPage: StaticRoute<AccountReturnsData> = {
  kind: 'accountReturns',
  path: () => ACCOUNT_RETURNS_PATTERN,
  cachePolicy: 'private',
  query: 'plain',
  isSignInRequired: true,
  changedBy: ['returns'],
  uploadLimitBytes: MAX_RETURN_FORM_BYTES,
  showsFormNotices: true,
  hasDeferredStyles: true,
  load: async (context) => (await import('../page-loaders.ts')).loadAccountReturns(context),
  component: loadable(() => import('./AccountReturnsPage.tsx'), {
    resolveComponent: (module) => module.AccountReturnsPage,
  }),
  actions: {
    return: async () => (await import('./actions.ts')).registerReturn,
  },
};
