import type { ServerPageMetadata } from '../page-kind.ts';

export const formSentKind: ServerPageMetadata<'formSent'> = {
  listSurrogateKeys: () => [],
};
