import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { composeMessage } from './compose-message.ts';
import type { MailTransport } from './mail-transport.ts';

/**
 * Creates a transport that writes each mail to an .eml file, used by a shop without a mail server.
 *
 * @param folder created if missing
 */
export function createFileTransport(folder: string): MailTransport {
  return {
    async deliver(mail) {
      await mkdir(folder, { recursive: true });
      const moment = mail.createdAt.toISOString().replace(/[:.]/g, '-');
      const file = path.join(folder, `${moment}-${mail.outboxMailId}-${mail.kind}.eml`);
      // Renamed when complete, so that readers never see a partial file.
      await writeFile(`${file}.part`, await composeMessage(mail));
      await rename(`${file}.part`, file);
      return { outcome: 'sent' };
    },
  };
}
