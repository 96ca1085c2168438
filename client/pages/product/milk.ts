import type { Shop } from '../../store/shop.tsx';

/** '12.5 l', of milk that is made of powder. */
export const formatLitres = ({ formats }: Pick<Shop, 'formats'>, litres: number): string =>
  formats.content({ value: Math.round(litres * 10) / 10, unit: 'l' }) ?? '';

/** '540 ml', in steps of 10 ml, never more than it is. */
export const formatMillilitres = ({ formats }: Pick<Shop, 'formats'>, litres: number): string =>
  formats.content({ value: Math.floor(litres * 100 + 1e-9) * 10, unit: 'ml' }) ?? '';
