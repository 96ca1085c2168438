import type { Shop } from '../../store/shop.tsx';

/** '1,200 g': a ration is told in grams also above a kilogram, as it is weighed. */
export const formatGrams = ({ formats }: Pick<Shop, 'formats'>, grams: number): string =>
  formats.content({ value: grams, unit: 'g' }) ?? '';

/** '11.5 kg' */
export const formatKilograms = ({ formats }: Pick<Shop, 'formats'>, kilograms: number): string =>
  formats.weight(kilograms * 1000);
