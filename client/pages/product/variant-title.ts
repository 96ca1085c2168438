import type { ProductDetail } from '../../../shared/contract/products.ts';
import { getPackName, getPackSize } from '../../features/catalogue/pack-name.ts';
import type { Shop } from '../../store/shop.tsx';

/**
 * Returns the title of the page of a variant: the product's title for the default variant, with the content
 * for every other variant, so that two sizes never share a title.
 */
export function getVariantTitle(shop: Pick<Shop, 't' | 'formats'>, product: ProductDetail): string {
  const variant = product.variants.find((entry) => entry.productVariantId === product.productVariantId);
  if (!variant || variant.isDefault) return product.title;
  const pack = getPackSize(shop, variant) ?? getPackName(shop, variant);
  return shop.t('product.titleWithPack', { title: product.title, pack });
}
