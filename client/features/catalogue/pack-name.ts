import type { Content } from '../../../shared/contract/products.ts';
import type { Shop } from '../../store/shop.tsx';

/**
 * What a pack is called: 'Bag, 20 kg', 'Bucket, 3 kg', and the packaging alone for goods counted in pieces.
 *
 * @param pack packaging in words, content, and the colour where a product comes in several
 */
export function getPackName(
  { t, formats }: Pick<Shop, 't' | 'formats'>,
  pack: { readonly packagingName: string; readonly content: Content; readonly colour?: string | null },
): string {
  const content = formats.content(pack.content);
  const name = content ? t('product.pack', { packaging: pack.packagingName, content }) : pack.packagingName;
  return pack.colour ? t('product.packWithColour', { pack: name, colour: pack.colour }) : name;
}
