import type { ServerPageMetadata } from '../server-page-metadata.ts';

export const reviewConfirmPageMetadata: ServerPageMetadata<'reviewConfirm'> = {
  listSurrogateKeys: () => [],
};
