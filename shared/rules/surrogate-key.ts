/**
 * Whether a text names what pages show, as `Surrogate-Key` and a purge do: `site-1`, `product-101`, `category-11`, `content-107`, or `dealers`
 * for the lists of all sites.
 */
export const isSurrogateKey = (text: string): boolean =>
  /^(?:dealers|(?:site|product|category|content)-\d{1,9})$/.test(text);
