import type { ServerPageMetadata } from '../page-kind.ts';

export const newsletterKind: ServerPageMetadata<'newsletter'> = {
  listSurrogateKeys: () => [],
};
