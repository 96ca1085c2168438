import type { Block, Inline } from '../../../../shared/contract/content.ts';
import { fillCountry } from './country-in-sentence.ts';
import type { LanguageRecord, SiteRecord } from './site-record.ts';

const brandNameByType = { 0: 'Havero', 1: 'Hafero', 2: 'Havero Group' } as const;

/** The names under which the shops sell. */
export const brandNames: readonly string[] = [brandNameByType[0], brandNameByType[1]];

/** Brand name that the pages of a site use. */
export function getBrandName(site: SiteRecord): string {
  return brandNameByType[site.site.type];
}

/** Fills the typed placeholders of imported texts with the facts of one site. */
export interface PlaceholderFiller {
  /** A text with its placeholders filled; one whose fact the site does not have stays as it is. */
  fill(text: string): string;
  fillBlocks(blocks: readonly Block[]): Block[];
  /** Whether the site has a fact for every placeholder of the text. */
  canFill(text: string): boolean;
}

const PLACEHOLDER = /\{([a-zA-Z]+)\}/g;

/** Makes the filler of a site and language: `{brand}`, `{phone}`, `{email}`, `{country}`, `{freeShippingFrom}`. */
export function createPlaceholderFiller(site: SiteRecord, language: LanguageRecord): PlaceholderFiller {
  const { freeShippingFromInclVat } = site.setting;
  const values: Readonly<Record<string, string | undefined>> = {
    brand: getBrandName(site),
    // A number that is cut at the end of a line is read as two.
    phone: site.site.customerServicePhone.replaceAll(' ', '\u00a0'),
    email: site.site.customerServiceEmailAddress,
    country: site.countryNames.get(language.languageId),
    freeShippingFrom:
      freeShippingFromInclVat === null
        ? undefined
        : new Intl.NumberFormat(language.culture, {
            style: 'currency',
            currency: 'EUR',
            trailingZeroDisplay: 'stripIfInteger',
          }).format(freeShippingFromInclVat / 100),
  };
  const fill = (text: string): string => {
    if (!text.includes('{')) return text;
    const { country } = values;
    const placed = country === undefined ? text : fillCountry(text, country, language.code);
    return placed.replace(PLACEHOLDER, (placeholder, name: string) => values[name] ?? placeholder);
  };
  const fillInline = (inline: Inline): Inline => ({
    ...inline,
    text: fill(inline.text),
    ...(inline.href === undefined ? {} : { href: fill(inline.href) }),
  });
  return {
    fill,
    canFill: (text) => [...text.matchAll(PLACEHOLDER)].every(([, name]) => values[name ?? ''] !== undefined),
    fillBlocks: (blocks) =>
      blocks.map((block) => {
        if (block.type === 'heading') return { ...block, text: fill(block.text) };
        if (block.type === 'paragraph') return { ...block, content: block.content.map(fillInline) };
        return { ...block, items: block.items.map((item) => item.map(fillInline)) };
      }),
  };
}
