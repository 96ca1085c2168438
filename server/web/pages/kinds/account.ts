/** Pages of the account, and those that lead to it: nothing of them is kept by any cache, and search engines hear of none. */
export const accountKind = {
  listSurrogateKeys: (): string[] => [],
};
