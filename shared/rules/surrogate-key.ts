/** Maximum number of keys in a purge; more keys purge the whole shop. */
export const MAX_PURGED_KEYS = 1000;

/**
 * Returns true if a text is a valid surrogate key: `site-1`, `site-1-nl` for content of a site in one
 * language, `product-101`, `category-11`, `content-107`, or `dealers` for the lists of all sites.
 */
export const isSurrogateKey = (text: string): boolean =>
  /^(?:dealers|site-\d{1,9}-[a-z]{2,3}|(?:site|product|category|content)-\d{1,9})$/.test(text);
