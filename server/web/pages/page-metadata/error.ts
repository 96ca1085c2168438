import { listContentKeys, type ServerPageMetadata } from '../page-kind.ts';

export const errorKind: ServerPageMetadata<'error'> = {
  listSurrogateKeys: ({ content }) => (content ? listContentKeys([content]) : []),
};
