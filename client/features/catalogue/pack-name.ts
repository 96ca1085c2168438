import type { Content, Packaging } from '../../../shared/contract/products.ts';
import type { Shop } from '../../store/shop.tsx';

/** Size-related fields of a pack. */
interface SizedPack {
  readonly packaging: Packaging;
  readonly content: Content;
  readonly price: { readonly amountInclVat: number };
}

/**
 * Returns the size of a pack: '20 kg', or the value of a voucher. Returns null for goods counted in pieces.
 */
export function getPackSize({ formats }: Pick<Shop, 'formats'>, pack: SizedPack): string | null {
  return pack.packaging === 'digital'
    ? formats.euro(pack.price.amountInclVat)
    : formats.content(pack.content);
}

/**
 * Returns the name of a pack: 'Bag, 20 kg', 'Bucket, 3 kg', or only the packaging for goods counted in
 * pieces.
 *
 * @param pack packaging label, content, and the colour if a product comes in several
 */
export function getPackName(
  shop: Pick<Shop, 't' | 'formats'>,
  pack: SizedPack & { readonly packagingName: string; readonly colour?: string | null },
): string {
  const { t } = shop;
  const content = getPackSize(shop, pack);
  const name = content ? t('product.pack', { packaging: pack.packagingName, content }) : pack.packagingName;
  return pack.colour ? t('product.packWithColour', { pack: name, colour: pack.colour }) : name;
}
