import { listProductKeys, type ServerPageMetadata } from '../server-page-metadata.ts';

export const comparePageMetadata: ServerPageMetadata<'compare'> = {
  listSurrogateKeys: ({ products }) => listProductKeys(products),
};
