import { listProductKeys, type PageKindOnServer } from '../page-kind.ts';

export const compareKind: PageKindOnServer<'compare'> = {
  listSurrogateKeys: ({ products }) => listProductKeys(products),
};
