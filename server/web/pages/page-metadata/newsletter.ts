import type { ServerPageMetadata } from '../server-page-metadata.ts';

export const newsletterPageMetadata: ServerPageMetadata<'newsletter'> = {
  listSurrogateKeys: () => [],
};
