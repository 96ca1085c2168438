import { hash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getOwnProperty } from '../../../shared/rules/get-own-property.ts';
import { sortMembers } from '../../../shared/rules/json-object.ts';
import type { DrawingOptions } from '../content/pictures/tables.ts';
import type * as catalogue from '../sample-shop/packshots/catalogue.mjs';
import type { ProductRow, VariantRow } from '../shop-store/shop-file-schemas.ts';

/**
 * Version of the drawing code. Increase it when the code draws something differently: every picture then gets
 * a new hash, and so a new address.
 */
const DRAWING_VERSION = 1;

/** Size of the drawings' view box. Pictures have the same aspect ratio. */
export const DRAWING_SIZE = { width: 520, height: 616 } as const;

export type Packshots = typeof catalogue;

/** Loads the code that draws the packs. It is plain JavaScript in a separate folder, also after bundling. */
export async function loadPackshots(packshotsFolder: string): Promise<Packshots> {
  const url = pathToFileURL(path.join(packshotsFolder, 'catalogue.mjs')).href;
  return (await import(url)) as Packshots;
}

/** Returns the address of a picture: the hash of all its options, 32 hexadecimal digits. */
export function hashDrawing(options: DrawingOptions): string {
  const text = JSON.stringify(sortMembers(options));
  return hash('sha256', `${DRAWING_VERSION}\n${text}`).slice(0, 32);
}

/** Texts of a pack and their language. All of it is part of the picture. */
export interface PackText {
  readonly languageCode: string;
  readonly culture: string;
  readonly brand: string;
  readonly name: string;
  /** Facet labels of the language, by facet and value. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Returns the options of a variant's pack picture in one language and brand. A product without a drawing
 * (from other files than the sample shop's) gets a plain pack of its type. Its key determines the colours.
 */
export function getDrawingOptions(
  packshots: Packshots,
  product: ProductRow,
  variant: VariantRow,
  text: PackText,
): DrawingOptions {
  if (!hasPackshot(packshots, product, variant)) {
    const options = {
      type: PLAIN_PACKS[variant.packaging],
      way: getColourScheme(packshots, product),
      brand: text.brand.toUpperCase(),
      name: text.name,
      size: variant.packaging === 'digital' ? '' : packshots.formatPrintedSize(variant, text.culture),
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
  const options = packshots.createPackshotOptions(
    { key: product.key, name: { [languageCode]: text.name } },
    variant,
    {
      brand: text.brand,
      locale: text.culture,
      enums,
    },
  );
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/**
 * Returns the options of the picture of the feed itself, in its measuring scoop. The picture has no text, so
 * all languages, brands and packs share it. Returns null for products that are not feed, and for feed whose
 * appearance is not defined.
 */
export function getFeedDrawingOptions(packshots: Packshots, product: ProductRow): DrawingOptions | null {
  const { forms, kinds } = packshots.map.feeds;
  if (product.feedType === null) return null;
  const form = Object.hasOwn(forms, product.key) ? forms[product.key] : getOwnProperty(kinds, product.kind);
  if (form === undefined || form === null) return null;
  const packDefinition = getOwnProperty(packshots.map.products, product.key);
  return {
    type: 'feed',
    form,
    way:
      (packDefinition && (packDefinition.way ?? packshots.map.lines[packDefinition.line]?.way)) ??
      getColourScheme(packshots, product),
    parts: product.composition.map(({ material, percent }) => [material, percent]),
    measure: product.feedAdvice.scoop?.volumeMl ?? null,
  };
}

/** Returns the name of the product's colour scheme: its own accent, otherwise the scheme of its line. */
export function getColourScheme(packshots: Packshots, product: Pick<ProductRow, 'key'>): string {
  const packDefinition = getOwnProperty(packshots.map.products, product.key);
  const way =
    packDefinition &&
    (packDefinition.accent ?? packDefinition.way ?? packshots.map.lines[packDefinition.line]?.way);
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

function hasPackshot(packshots: Packshots, product: ProductRow, variant: VariantRow): boolean {
  return getOwnProperty(packshots.map.products, product.key)?.variants[variant.id] !== undefined;
}
