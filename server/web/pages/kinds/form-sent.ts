import type { PageKindOnServer } from '../page-kind.ts';

export const formSentKind: PageKindOnServer<'formSent'> = {
  listSurrogateKeys: () => [],
};
