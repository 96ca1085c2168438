import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sendCommandToBackend } from '../../server/backend/core/cli/send-command.ts';
import { readSecret } from '../../server/backend/core/security/secret-file.ts';

/**
 * Runs a command in the backend of the shop under test, as `npm run <name> -- <words>` does, without starting
 * a process for it.
 *
 * @returns its output
 * @throws Error with its output if the command fails
 */
export async function runShopCommand(name: string, words: readonly string[]): Promise<string> {
  const { SHOP_TEST_DATA, SHOP_TEST_BACKEND_ADMIN_PORT } = process.env;
  if (!SHOP_TEST_DATA || !SHOP_TEST_BACKEND_ADMIN_PORT) {
    throw new Error('SHOP_TEST_DATA is not set: these tests run with their global set-up only');
  }
  const token = (await readSecret(SHOP_TEST_DATA, 'admin-token')) ?? '';
  const address = { host: '127.0.0.1', port: Number(SHOP_TEST_BACKEND_ADMIN_PORT), token };
  const lines: string[] = [];
  const output = {
    print: (line: string) => void lines.push(line),
    warn: (line: string) => void lines.push(line),
  };
  const exitCode = await sendCommandToBackend(
    name,
    { words, workingDirectory: process.cwd() },
    address,
    output,
  );
  const text = `${lines.join('\n')}\n`;
  if (exitCode !== 0) throw new Error(`The command '${name} ${words.join(' ')}' failed:\n${text}`);
  return text;
}

/** Creates a gift card of the given amount in euros. */
export async function createGiftCard(
  euros: number,
): Promise<{ readonly number: string; readonly pin: string }> {
  const said = await runShopCommand('giftcard', ['create', String(euros)]);
  const [, number = '', pin = ''] = /number +([\d ]+)\n +pin +(\d+)/.exec(said) ?? [];
  return { number, pin };
}

/** Adds a discount code that takes a percentage off orders. */
export async function addDiscountCode(code: string, percentage: number): Promise<void> {
  const options = ['--percentage', String(percentage), '--code', code];
  const names = ['nl', 'en'].flatMap((language) => ['--name', `${language}=${code}`]);
  await runShopCommand('promotion', ['add', code.toLowerCase(), ...options, '--site', 'havero-nl', ...names]);
}

/** Returns the order numbers of a site. */
export async function listOrderNumbers(site: string): Promise<string[]> {
  return (await runShopCommand('order', ['list', '--site', site])).match(/\b\d{4}-\d{6}\b/g) ?? [];
}

/** Dispatches an order. @param site key of the site of the order: each site has its own order numbers */
export async function shipOrder(orderNumber: string, site: string): Promise<void> {
  await runShopCommand('order', ['ship', orderNumber, '--site', site]);
}

/** Imports a file of the laboratory into the shop. */
export async function importLabFile(name: string, text: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-lab-'));
  try {
    const file = path.join(folder, name);
    await writeFile(file, text);
    await runShopCommand('lab', ['import', file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a preview link to a page. @returns path and fragment of it; it is on the requested host */
export async function createPreviewLink(words: readonly string[]): Promise<string> {
  const link = new URL(/http\S+/.exec(await runShopCommand('preview', words))?.[0] ?? '');
  return link.pathname + link.hash;
}
