import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { composeMessage } from './compose-message.ts';
import type { MailTransport } from './mail-transport.ts';

/**
 * Writes every mail as an .eml file, which mail programs open: what a shop without a mail server does.
 *
 * @param folder made where it is missing
 */
export function createFileTransport(folder: string): MailTransport {
  return {
    async deliver(mail) {
      await mkdir(folder, { recursive: true });
      const moment = mail.createdAt.toISOString().replace(/[:.]/g, '-');
      const file = path.join(folder, `${moment}-${mail.outboxMailId}-${mail.kind}.eml`);
      // A reader never sees half a file.
      await writeFile(`${file}.part`, await composeMessage(mail));
      await rename(`${file}.part`, file);
      return { outcome: 'sent' };
    },
  };
}
