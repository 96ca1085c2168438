import { listProductKeys, type ServerPageMetadata } from '../page-kind.ts';

export const compareKind: ServerPageMetadata<'compare'> = {
  listSurrogateKeys: ({ products }) => listProductKeys(products),
};
