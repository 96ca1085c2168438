import { listContentKeys, type ServerPageMetadata } from '../page-kind.ts';

export const notFoundKind: ServerPageMetadata<'notFound'> = {
  listSurrogateKeys: ({ content }) => (content ? listContentKeys([content]) : []),
};
