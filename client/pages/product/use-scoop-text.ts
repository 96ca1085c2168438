import type { Scoop } from '../../../shared/contract/products.ts';
import { formatScoopVolume } from '../../features/feed-advice/format-scoops.ts';
import { useShop } from '../../store/shop.tsx';

/** '1 measure (1 l) = 410 g': what the scoop holds of this feed; null where no scoop measures it. */
export function useScoopText(scoop: Scoop | null | undefined): string | null {
  const shop = useShop();
  if (!scoop) return null;
  return shop.t('product.scoop', {
    volume: formatScoopVolume(shop, scoop),
    weight: shop.formats.weight(scoop.grams),
  });
}
