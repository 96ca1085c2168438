import type { Scoop } from '../../../shared/contract/products.ts';
import type { Shop } from '../../store/shop.tsx';

/** Formats the volume of a scoop or measure: '50 ml', '1 l'. */
export function formatScoopVolume({ formats }: Pick<Shop, 'formats'>, { millilitres }: Scoop): string {
  return (
    (millilitres < 1000
      ? formats.content({ value: millilitres, unit: 'ml' })
      : formats.content({ value: millilitres / 1000, unit: 'l' })) ?? ''
  );
}

/**
 * Formats scoops in tenths with their size, as in '1.4 (1 = 50 ml = 40 g)'. A shop sells scoops of one litre
 * and measures of 25 ml, so a number of scoops without the size leads to a wrong dose.
 */
export function formatScoops(shop: Pick<Shop, 'formats'>, scoops: number, scoop: Scoop): string {
  return `${shop.formats.number(scoops, 1)} ${formatScoopSize(shop, scoop)}`;
}

/** Formats volume and weight of one scoop: '(1 = 50 ml = 40 g)'. */
export function formatScoopSize(shop: Pick<Shop, 'formats'>, scoop: Scoop): string {
  const weight = shop.formats.content({ value: scoop.grams, unit: 'g' }) ?? '';
  return `(1 = ${formatScoopVolume(shop, scoop)} = ${weight})`;
}
