import type { PageKindOnServer } from '../page-kind.ts';

/** Nothing of it is kept by any cache. */
export const previewKind: PageKindOnServer<'preview'> = {
  listSurrogateKeys: () => [],
};
