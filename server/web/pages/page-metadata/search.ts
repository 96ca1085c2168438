import { listProductKeys, type ServerPageMetadata } from '../page-kind.ts';

export const searchKind: ServerPageMetadata<'search'> = {
  listSurrogateKeys: ({ search }) => listProductKeys(search?.items ?? null),
};
