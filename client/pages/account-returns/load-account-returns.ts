import type { ProductSummary } from '../../../shared/contract/products.ts';
import { loadForSignedInVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { createIdempotencyKey } from '../../store/idempotency-key.ts';
import type { AccountReturnsData } from './page.ts';

const toPictureView = (product: ProductSummary | null) =>
  product && { picture: product.picture, colourWay: product.colourWay };

/** Loads the returns of an account and the products that it can return. */
export function loadAccountReturns(context: PrivateLoadContext): Promise<LoadResult<AccountReturnsData>> {
  const { visitor, critical, params, shop } = context;
  return loadForSignedInVisitor<AccountReturnsData>(context, shop.t('returns.title'), async () => {
    const [returns, goods] = await Promise.all([
      visitor.fetchReturns(undefined, critical),
      visitor.fetchReturnableProducts(undefined, critical),
    ]);
    const productVariantId = Number(params.productVariantId ?? '');
    return {
      kind: 'accountReturns',
      returns: returns.map(
        ({
          returnId,
          created,
          orderNumber,
          description,
          productLabel,
          quantity,
          reason,
          text,
          product,
          ...rest
        }) => ({
          returnId,
          created,
          orderNumber,
          description,
          productLabel,
          quantity,
          reason,
          text,
          status: rest.status,
          answers: rest.answers,
          photos: rest.photos,
          product: toPictureView(product),
        }),
      ),
      goods: goods.map(
        ({ orderId, orderNumber, productVariantId: id, description, productLabel, product }) => ({
          orderId,
          orderNumber,
          productVariantId: id,
          description,
          productLabel,
          product: toPictureView(product),
        }),
      ),
      productVariantId:
        Number.isSafeInteger(productVariantId) && productVariantId > 0 ? productVariantId : null,
      idempotencyKey: createIdempotencyKey(),
    };
  });
}
