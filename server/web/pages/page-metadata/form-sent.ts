import type { ServerPageMetadata } from '../server-page-metadata.ts';

export const formSentPageMetadata: ServerPageMetadata<'formSent'> = {
  listSurrogateKeys: () => [],
};
