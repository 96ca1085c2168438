import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { brandMarkPng, brandMarkUrl } from './brand-mark.ts';
import type { OutgoingMail } from './mail-transport.ts';

/** The address that ends such mails, and that mailboxes may end them with one POST to it (RFC 8058, which wants it over https). */
function createListHeaders(unsubscribeUrl: string | null) {
  if (unsubscribeUrl === null) return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
    ...(unsubscribeUrl.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

/**
 * Makes the message as it goes over the wire (RFC 5322, MIME): plain text and HTML as alternatives, and its documents. Its Message-ID follows from the
 * outbox, so that a mail which reaches a mailbox twice is known there as one.
 */
export function composeMessage(mail: OutgoingMail): Promise<Buffer> {
  const domain = mail.senderAddress.slice(mail.senderAddress.lastIndexOf('@') + 1);
  const composer = new MailComposer({
    from: { name: mail.senderName, address: mail.senderAddress },
    replyTo: mail.replyTo,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // With the mail, not fetched from the shop: opening it tells nobody anything.
    attachments: [
      {
        filename: 'mark.png',
        content: brandMarkPng,
        contentType: 'image/png',
        contentDisposition: 'inline',
        cid: brandMarkUrl.replace('cid:', ''),
      },
      ...mail.attachments.map(({ fileName, mediaType, bytes }) => ({
        filename: fileName,
        content: bytes,
        contentType: mediaType,
        contentDisposition: 'attachment' as const,
      })),
    ],
    date: mail.createdAt,
    messageId: `<${mail.createdAt.getTime().toString(36)}.${mail.outboxMailId}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Answering machines stay silent.
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.culture,
      ...createListHeaders(mail.unsubscribeUrl),
    },
    // Nothing is fetched or read from disk on behalf of a text.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
