import type { Shop } from '../../store/shop.tsx';

/** Formats a ration: '1,200 g'. Grams are used above a kilogram, too, as scales show them. */
export const formatGrams = ({ formats }: Pick<Shop, 'formats'>, grams: number): string =>
  formats.content({ value: grams, unit: 'g' }) ?? '';

/** Formats a weight: '11.5 kg'. */
export const formatKilograms = ({ formats }: Pick<Shop, 'formats'>, kilograms: number): string =>
  formats.weight(kilograms * 1000);
