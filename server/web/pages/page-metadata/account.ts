/**
 * Pages of the account, and those that lead to it. They are not cached, and search engines do not index them.
 */
export const accountPageMetadata = {
  listSurrogateKeys: (): string[] => [],
};
