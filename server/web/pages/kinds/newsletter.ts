import type { PageKindOnServer } from '../page-kind.ts';

export const newsletterKind: PageKindOnServer<'newsletter'> = {
  listSurrogateKeys: () => [],
};
