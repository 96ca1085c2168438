import type { Shop } from '../../store/shop.tsx';

/** Formats an amount of milk mixed from powder: '12.5 l'. */
export const formatLitres = ({ formats }: Pick<Shop, 'formats'>, litres: number): string =>
  formats.content({ value: Math.round(litres * 10) / 10, unit: 'l' }) ?? '';

/** Formats an amount: '540 ml', rounded down to 10 ml. */
export const formatMillilitres = ({ formats }: Pick<Shop, 'formats'>, litres: number): string =>
  formats.content({ value: Math.floor(litres * 100 + 1e-9) * 10, unit: 'ml' }) ?? '';
