import type { MessageKey } from '../../../shared/i18n/translate.ts';
import type { AccountConfirmData } from './page.ts';

/** Page titles by purpose of the link. */
export const linkPurposeTitles = {
  activate: 'confirm.title',
  change: 'confirm.changeTitle',
  undo: 'confirm.undoTitle',
} as const satisfies Record<AccountConfirmData['purpose'], MessageKey>;
