import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { brandMarkPng, brandMarkUrl } from './brand-mark.ts';
import type { OutgoingMail } from './mail-transport.ts';

/**
 * Returns headers with the unsubscribe URL, and for https the one-click unsubscription by POST (RFC 8058).
 */
function createUnsubscribeHeaders(unsubscribeUrl: string | null) {
  if (unsubscribeUrl === null) return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
    ...(unsubscribeUrl.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

/**
 * Creates the message in its transfer format (RFC 5322, MIME): plain text and HTML as alternatives, and
 * attached documents. The Message-ID is derived from the outbox, so that a mail client recognises a mail
 * delivered twice.
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
    // Attached instead of loaded from the web, so that opening the mail is not tracked.
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
      // Suppresses automatic replies.
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.culture,
      ...createUnsubscribeHeaders(mail.unsubscribeUrl),
    },
    // Texts cannot cause network or file access.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
