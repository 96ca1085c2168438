/**
 * Whether a text names what pages show, as `Surrogate-Key` and a purge do: `site-1`, `site-1-nl` for what a site has in one of its languages,
 * `product-101`, `category-11`, `content-107`, or `dealers` for the lists of all sites.
 */
export const isSurrogateKey = (text: string): boolean =>
  /^(?:dealers|site-\d{1,9}-[a-z]{2,3}|(?:site|product|category|content)-\d{1,9})$/.test(text);
