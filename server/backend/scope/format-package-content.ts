import type { Content } from '../../../shared/contract/products.ts';

const intlUnits = { kg: 'kilogram', g: 'gram', l: 'liter', ml: 'milliliter' } as const;

/**
 * Cached, because creating a format takes a tenth of a millisecond, and a list needs two dozen. The number is
 * limited by the cultures and units.
 */
const contentFormats = new Map<string, Intl.NumberFormat>();

function getContentFormat(culture: string, unit: keyof typeof intlUnits): Intl.NumberFormat {
  const key = `${culture} ${unit}`;
  const format =
    contentFormats.get(key) ?? new Intl.NumberFormat(culture, { style: 'unit', unit: intlUnits[unit] });
  contentFormats.set(key, format);
  return format;
}

/** Formats the content for a culture, preceded by a space (' 25 kg'); '' for products counted in pieces. */
export function formatPackageContent({ value, unit }: Content, culture: string): string {
  return unit === 'piece' ? '' : ` ${getContentFormat(culture, unit).format(value)}`;
}
