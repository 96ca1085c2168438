/** What the drawings know of a product's place in the range; the colour ways are the keys of `ways` in packshot.mjs. */
export interface DrawnProduct {
  readonly line: string;
  readonly accent?: string;
  readonly way?: string;
  readonly strap?: string;
  readonly variants: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const map: {
  readonly lines: Readonly<Record<string, { readonly line?: string; readonly way: string }>>;
  readonly products: Readonly<Record<string, DrawnProduct>>;
  /** Forms of feed.mjs: by product key where the kind does not tell (null: the packshot shows it already), and by kind. */
  readonly feeds: {
    readonly forms: Readonly<Record<string, string | null>>;
    readonly kinds: Readonly<Record<string, string>>;
  };
};

export interface PrintedVariant {
  readonly id: number;
  readonly packaging: string;
  readonly content: { readonly value: number; readonly unit: string };
  /** Euro: what a gift card is worth. */
  readonly priceExclVat: number;
}

/** Content as printed on the pack in a locale: '12,5 kg', '500 ml'; empty for a piece. */
export function formatPrintedSize(variant: PrintedVariant, locale: string): string;

/**
 * Options of the packshot of one variant. Names are by language code.
 * @throws TypeError for a product that is not in `map`
 */
export function createPackshotOptions(
  product: { readonly key: string; readonly name: Readonly<Record<string, string>> },
  variant: PrintedVariant,
  context: {
    readonly brand?: string;
    readonly locale?: string;
    readonly enums?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  },
): Record<string, unknown>;
