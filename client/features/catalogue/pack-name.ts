import type { Content, Packaging } from '../../../shared/contract/products.ts';
import type { Shop } from '../../store/shop.tsx';

/** A pack, as far as its size goes. */
interface SizedPack {
  readonly packaging: Packaging;
  readonly content: Content;
  readonly price: { readonly amountInclVat: number };
}

/** '20 kg', of what is sent by mail its worth, and null for goods counted in pieces. */
export function getPackSize({ formats }: Pick<Shop, 'formats'>, pack: SizedPack): string | null {
  return pack.packaging === 'digital'
    ? formats.euro(pack.price.amountInclVat)
    : formats.content(pack.content);
}

/**
 * What a pack is called: 'Bag, 20 kg', 'Bucket, 3 kg', and the packaging alone for goods counted in pieces.
 *
 * @param pack packaging in words, content, and the colour where a product comes in several
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
