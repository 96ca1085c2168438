import { listContentKeys, type PageKindOnServer } from '../page-kind.ts';

export const notFoundKind: PageKindOnServer<'notFound'> = {
  listSurrogateKeys: ({ content }) => (content ? listContentKeys([content]) : []),
};
