import type { PageKindOnServer } from '../page-kind.ts';

export const reviewConfirmKind: PageKindOnServer<'reviewConfirm'> = {
  listSurrogateKeys: () => [],
};
