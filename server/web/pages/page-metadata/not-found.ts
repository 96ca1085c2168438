import { listContentKeys, type ServerPageMetadata } from '../server-page-metadata.ts';

export const notFoundPageMetadata: ServerPageMetadata<'notFound'> = {
  listSurrogateKeys: ({ content }) => (content ? listContentKeys([content]) : []),
};
