import { listProductKeys, type ServerPageMetadata } from '../server-page-metadata.ts';

export const searchPageMetadata: ServerPageMetadata<'search'> = {
  listSurrogateKeys: ({ search }) => listProductKeys(search?.items ?? null),
};
