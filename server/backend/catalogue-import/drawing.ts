import { hash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findOwn } from '../../../shared/rules/find-own.ts';
import type { DrawingOptions } from '../modules/pictures/tables.ts';
import type { ProductRow, VariantRow } from './shop-file-schemas.ts';

/** Raise it when the drawing code changes what it draws: every picture then has a new hash, and so a new address. */
const DRAWING_VERSION = 1;

/** Size of the drawings' view box; pictures are made in this ratio. */
export const DRAWING_SIZE = { width: 520, height: 616 } as const;

export type Packshots = typeof import('../sample-shop/packshots/catalogue.mjs');

/** Loads the code that knows how each product is drawn. Plain JavaScript in a folder of its own, also after bundling. */
export async function loadPackshots(packshotsFolder: string): Promise<Packshots> {
  const url = pathToFileURL(path.join(packshotsFolder, 'catalogue.mjs')).href;
  return (await import(url)) as Packshots;
}

/** Address of a picture: the hash of everything that draws it, 32 hexadecimal digits. */
export function hashDrawing(options: DrawingOptions): string {
  const text = JSON.stringify(sortKeys(options));
  return hash('sha256', `${DRAWING_VERSION}\n${text}`).slice(0, 32);
}

/** What a pack says and in which language: all of it is part of the picture. */
export interface PackText {
  readonly languageCode: string;
  readonly culture: string;
  readonly brand: string;
  readonly name: string;
  /** Facet words of the language, by facet and value. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Options of a variant's packshot in one language and brand. A product that the drawings do not know (from a person's own
 * files) gets a plain pack of its kind in a colour way that its key decides.
 */
export function getDrawingOptions(
  packshots: Packshots,
  product: ProductRow,
  variant: VariantRow,
  text: PackText,
): DrawingOptions {
  if (!isDrawn(packshots, product, variant)) {
    const options = {
      type: PLAIN_PACKS[variant.packaging],
      way: getColourWay(packshots, product),
      brand: text.brand.toUpperCase(),
      name: text.name,
      size: variant.packaging === 'digital' ? '' : packshots.printedSize(variant, text.culture),
      amount: variant.content.unit === 'kg' ? variant.content.value : 1,
    };
    return variant.packaging === 'digital' ? { ...options, item: 'card' } : options;
  }
  const { languageCode } = text;
  const enums = Object.fromEntries(
    Object.entries(text.facets).map(([facet, values]) => [
      facet,
      Object.fromEntries(Object.entries(values).map(([value, word]) => [value, { [languageCode]: word }])),
    ]),
  );
  const options = packshots.shotOptions({ key: product.key, name: { [languageCode]: text.name } }, variant, {
    brand: text.brand,
    locale: text.culture,
    enums,
  });
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/**
 * Options of the picture of the feed itself, in the scoop that measures it. It shows no words, so that all languages, brands
 * and packs share it. Null for what is no feed, and for feed that nobody has told the looks of.
 */
export function getFeedOptions(packshots: Packshots, product: ProductRow): DrawingOptions | null {
  const { forms, kinds } = packshots.map.feeds;
  if (product.feedType === null) return null;
  const form = Object.hasOwn(forms, product.key) ? forms[product.key] : findOwn(kinds, product.kind);
  if (form === undefined || form === null) return null;
  const drawn = findOwn(packshots.map.products, product.key);
  return {
    type: 'feed',
    form,
    way: (drawn && (drawn.way ?? packshots.map.lines[drawn.line]?.way)) ?? getColourWay(packshots, product),
    parts: product.composition.map(({ material, percent }) => [material, percent]),
    measure: product.feedAdvice.scoop?.volumeMl ?? null,
  };
}

/** Name of the product's colour way: its own accent, else the way of its line. */
export function getColourWay(packshots: Packshots, product: Pick<ProductRow, 'key'>): string {
  const drawn = findOwn(packshots.map.products, product.key);
  const way = drawn && (drawn.accent ?? drawn.way ?? packshots.map.lines[drawn.line]?.way);
  if (way !== undefined) return way;
  const ways = [...new Set(Object.values(packshots.map.lines).map((line) => line.way))];
  let sum = 0;
  for (const character of product.key) sum += character.codePointAt(0) ?? 0;
  return ways[sum % ways.length] ?? 'meadow';
}

const PLAIN_PACKS = {
  bag: 'bag',
  bucket: 'bucket',
  bottle: 'bottle',
  canister: 'canister',
  box: 'box',
  piece: 'box',
  kit: 'kit',
  digital: 'merch',
} as const satisfies Record<VariantRow['packaging'], string>;

function isDrawn(packshots: Packshots, product: ProductRow, variant: VariantRow): boolean {
  return findOwn(packshots.map.products, product.key)?.variants[variant.id] !== undefined;
}

/** Two objects with the same members give the same text, in whichever order they were made. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sortKeys(member)]),
  );
}
