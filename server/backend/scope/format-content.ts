import type { Content } from '../../../shared/contract/products.ts';

const intlUnits = { kg: 'kilogram', g: 'gram', l: 'liter', ml: 'milliliter' } as const;

/** Making one takes a tenth of a millisecond, and a list needs two dozen. There are as many as cultures and units. */
const contentFormats = new Map<string, Intl.NumberFormat>();

function getContentFormat(culture: string, unit: keyof typeof intlUnits): Intl.NumberFormat {
  const key = `${culture} ${unit}`;
  const format =
    contentFormats.get(key) ?? new Intl.NumberFormat(culture, { style: 'unit', unit: intlUnits[unit] });
  contentFormats.set(key, format);
  return format;
}

/** A space and the content in the words of a culture (' 25 kg'); '' for what is counted in pieces. */
export function formatContent({ value, unit }: Content, culture: string): string {
  return unit === 'piece' ? '' : ` ${getContentFormat(culture, unit).format(value)}`;
}
