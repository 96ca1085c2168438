import type { ServerPageMetadata } from '../server-page-metadata.ts';

/** This page is not cached, so it has no surrogate keys. */
export const cartImpersonationPageMetadata: ServerPageMetadata<'cartImpersonation'> = {
  listSurrogateKeys: () => [],
};
