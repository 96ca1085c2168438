import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { composeMessage } from './compose-message.ts';
import { readMailFiles, readMailText } from './read-mail-files.ts';

/** Returns a mail in which the encoding breaks a line within a number. */
const compose = (text: string) =>
  composeMessage({
    outboxMailId: 1,
    kind: 'order-confirmed',
    senderName: 'Havero',
    senderAddress: 'shop@example.com',
    replyTo: 'service@example.com',
    recipient: 'ada@example.com',
    subject: 'Order 2026-000001',
    text,
    html: '<p>2026-000002</p>',
    unsubscribeUrl: null,
    attachments: [
      {
        fileName: 'invoice-2026-V-000003.pdf',
        mediaType: 'application/pdf',
        bytes: Buffer.from('%PDF 2026-V-000009'),
      },
    ],
    culture: 'en-GB',
    createdAt: new Date('2026-11-05T12:00:00Z'),
  } as unknown as Parameters<typeof composeMessage>[0]);

it.each([
  ['plain', 'Order 2026-000004'],
  ['folded', `${'Order é '.repeat(9)}2026-000004 ${'x'.repeat(40)}`],
  ['mostly non-Latin characters', `${'Заказ '.repeat(40)}2026-000004`],
])('reads numbers in headers, texts and names of documents of a mail: %s', async (_how, text) => {
  const read = readMailText((await compose(text)).toString('latin1'));
  const numbers = [...read.matchAll(/\b\d{4}-(?:V-)?\d{6}\b/g)].map(([number]) => number);
  expect([...new Set(numbers)].sort()).toEqual([
    '2026-000001',
    '2026-000002',
    '2026-000004',
    '2026-V-000003',
  ]);
});

it('reads the mails in a folder, and no other files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mail-files-'));
  try {
    await writeFile(path.join(folder, 'a.eml'), 'Subject: one\n\nfirst');
    await writeFile(path.join(folder, 'b.eml.part'), 'Subject: two\n\nsecond');
    const texts: string[] = [];
    for await (const text of readMailFiles(folder)) texts.push(text);
    expect(texts).toEqual(['Subject: one\nfirst']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
