import type { Scoop } from '../../../shared/contract/products.ts';
import { formatScoopVolume } from '../../features/feed-advice/format-scoops.ts';
import { useShop } from '../../store/shop.tsx';

/** Returns the weight of a scoop of this feed, such as '1 scoop (1 l) = 410 g'; null if it has no scoop. */
export function useScoopText(scoop: Scoop | null | undefined): string | null {
  const shop = useShop();
  if (!scoop) return null;
  return shop.t('product.scoop', {
    volume: formatScoopVolume(shop, scoop),
    weight: shop.formats.weight(scoop.grams),
  });
}
