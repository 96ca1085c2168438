import type { PageKindOnServer } from '../page-kind.ts';

export const newsletterLinkKind: PageKindOnServer<'newsletterLink'> = {
  listSurrogateKeys: () => [],
};
