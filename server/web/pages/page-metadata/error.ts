import { listContentKeys, type ServerPageMetadata } from '../server-page-metadata.ts';

export const errorPageMetadata: ServerPageMetadata<'error'> = {
  listSurrogateKeys: ({ content }) => (content ? listContentKeys([content]) : []),
};
