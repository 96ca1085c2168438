import type { ServerPageMetadata } from '../page-kind.ts';

/** This page is not cached, so it has no surrogate keys. */
export const cartKind: ServerPageMetadata<'cart'> = {
  listSurrogateKeys: () => [],
};
