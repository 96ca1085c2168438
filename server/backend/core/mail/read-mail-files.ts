import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const isTextPart = (head: string): boolean => /^content-type:\s*text\//im.test(head);
const isBase64Part = (head: string): boolean => /^content-transfer-encoding:\s*base64/im.test(head);

/** Returns a part of a message as text: its header, and its body if that is text. */
function decodeMailPart(part: string): string {
  const [, head = part, body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? [];
  if (!isBase64Part(head)) return `${head}\n${body.replace(/=\r?\n/g, '')}`;
  return isTextPart(head) ? `${head}\n${Buffer.from(body, 'base64').toString('utf8')}` : head;
}

/**
 * Returns the text of a mail to search for numbers and addresses: headers, texts, and names of attached
 * documents. Non-ASCII characters may remain encoded.
 *
 * @param message content of an .eml file
 */
export const readMailText = (message: string): string =>
  message
    .split(/^--.*\r?\n/m)
    .map(decodeMailPart)
    .join('\n');

/**
 * Reads the text of each .eml file in a folder.
 *
 * @throws Error if the folder cannot be read
 */
export async function* readMailFiles(folder: string): AsyncGenerator<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  for (const name of names) yield readMailText(await readFile(path.join(folder, name), 'latin1'));
}
