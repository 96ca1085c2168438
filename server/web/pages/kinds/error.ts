import { listContentKeys, type PageKindOnServer } from '../page-kind.ts';

export const errorKind: PageKindOnServer<'error'> = {
  listSurrogateKeys: ({ content }) => (content ? listContentKeys([content]) : []),
};
