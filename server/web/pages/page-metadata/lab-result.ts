/**
 * Reports of roughage tests. Anyone with the key may read them; they are not cached, and search engines do
 * not index them.
 */
export const labResultPageMetadata = {
  listSurrogateKeys: (): string[] => [],
};
