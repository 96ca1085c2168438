import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const WAIT_TIMEOUT_MS = 100_000;
const POLL_MS = 100;

/** Decodes quoted-printable, in which a long address is split over lines. */
function decodeMailMessage(message: string): string {
  return message
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * Waits for a mail that the shop under test has written to an address, and returns the newest.
 *
 * @param holding content of the mail, if the address gets more than one
 * @returns the whole message; non-ASCII characters are bytes
 */
export async function waitForMail(recipient: string, holding = /^/): Promise<string> {
  const data = process.env.SHOP_TEST_DATA;
  if (!data) throw new Error('SHOP_TEST_DATA is not set: these tests run with their global set-up only');
  const folder = path.join(data, 'mails');
  for (const end = Date.now() + WAIT_TIMEOUT_MS; Date.now() < end; await wait(POLL_MS)) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    for (const name of names.toSorted().reverse()) {
      const message = decodeMailMessage(await readFile(path.join(folder, name), 'utf8'));
      if (message.includes(`To: ${recipient}`) && holding.test(message)) return message;
    }
  }
  throw new Error(`No mail to ${recipient} with ${holding} was sent within ${WAIT_TIMEOUT_MS / 1000} s`);
}
