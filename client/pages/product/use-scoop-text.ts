import type { FeedPicture } from '../../../shared/contract/products.ts';
import { useShop } from '../../store/shop.tsx';

/** '1 measure (1 l) = 410 g': what the scoop holds of this very feed; null where no scoop measures it. */
export function useScoopText(picture: FeedPicture | null): string | null {
  const { t, formats } = useShop();
  const scoop = picture?.scoop;
  if (!scoop) return null;
  const { millilitres, grams } = scoop;
  const volume =
    millilitres < 1000
      ? formats.content({ value: millilitres, unit: 'ml' })
      : formats.content({ value: millilitres / 1000, unit: 'l' });
  return t('product.scoop', { volume: volume ?? '', weight: formats.weight(grams) });
}
