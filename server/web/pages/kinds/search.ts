import { listProductKeys, type PageKindOnServer } from '../page-kind.ts';

export const searchKind: PageKindOnServer<'search'> = {
  listSurrogateKeys: ({ search }) => listProductKeys(search?.items ?? null),
};
