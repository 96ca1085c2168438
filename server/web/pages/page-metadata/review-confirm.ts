import type { ServerPageMetadata } from '../page-kind.ts';

export const reviewConfirmKind: ServerPageMetadata<'reviewConfirm'> = {
  listSurrogateKeys: () => [],
};
