import { desc, eq } from 'drizzle-orm';
import { type RequestHandler, Router } from 'express';
import type { ReactNode } from 'react';
import type { Database } from '../database/database.ts';
import { createNotFound } from '../http/problem-error.ts';
import { renderDocument } from '../http/render-document.ts';
import { brandMarkPng, brandMarkUrl } from './brand-mark.ts';
import { listAttachments } from './stored-documents.ts';
import { outboxMail } from './tables.ts';

type StoredMail = typeof outboxMail.$inferSelect;

const MAX_LISTED_MAILS = 100;

/** Loopback names only. Protects against DNS rebinding. */
const localHostPattern = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

const requireLocalHost: RequestHandler = (request, _response, next) => {
  if (!localHostPattern.test(request.get('host') ?? '')) throw createNotFound();
  next();
};

const mailboxStyles =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #ccc;vertical-align:top}iframe{width:100%;height:48rem;border:1px solid #ccc}pre{white-space:pre-wrap;border:1px solid #ccc;padding:1rem;overflow-wrap:anywhere}';

interface MailboxPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

function MailboxPage({ title, children }: MailboxPageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{mailboxStyles}</style>
      </head>
      <body>
        <h1>{title}</h1>
        {children}
      </body>
    </html>
  );
}

function MailList({ mails }: { readonly mails: readonly StoredMail[] }) {
  if (mails.length === 0) return <p>None yet.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th>Time (UTC)</th>
          <th>To</th>
          <th>Subject</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.outboxMailId}>
            <td>{mail.createdAt.toISOString().slice(0, 19).replace('T', ' ')}</td>
            <td>{mail.recipient}</td>
            <td>
              <a href={`/mails/${mail.outboxMailId}`}>{mail.subject}</a>
            </td>
            <td>{mail.sentAt ? 'written' : (mail.failure ?? 'waiting')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MailViewProps {
  readonly mail: StoredMail;
  readonly attachments: Awaited<ReturnType<typeof listAttachments>>;
}

function MailView({ mail, attachments }: MailViewProps) {
  const path = `/mails/${mail.outboxMailId}`;
  return (
    <>
      <p>
        To {mail.recipient} · <a href="/mails/">all mails</a>
      </p>
      <iframe
        sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
        src={`${path}/html`}
        title="HTML"
      />
      {attachments.map(({ storedDocumentId, fileName }) => (
        <p key={storedDocumentId}>
          With it: <a href={`${path}/documents/${storedDocumentId}`}>{fileName}</a>
        </p>
      ))}
      <h2>Plain text</h2>
      <pre>{mail.text}</pre>
    </>
  );
}

/**
 * Creates pages that list the mails of the outbox, for development without a mail server and with local sites
 * only. Mails contain personal links, so a public shop never has these pages.
 */
export function createDevelopmentMailbox(database: Database): Router {
  const find = async (id: string | string[] | undefined) => {
    if (typeof id !== 'string' || !/^\d{1,12}$/.test(id)) throw createNotFound();
    const [mail] = await database
      .select()
      .from(outboxMail)
      .where(eq(outboxMail.outboxMailId, Number(id)));
    if (!mail) throw createNotFound();
    return mail;
  };
  const router = Router();
  router.use(requireLocalHost, (_request, response, next) => {
    response.set({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    next();
  });
  router.get('/', async (_request, response) => {
    const mails = await database
      .select()
      .from(outboxMail)
      .orderBy(desc(outboxMail.outboxMailId))
      .limit(MAX_LISTED_MAILS);
    const page = (
      <MailboxPage title="Mails">
        <MailList mails={mails} />
      </MailboxPage>
    );
    response.type('html').send(renderDocument(page));
  });
  router.get('/:id', async (request, response) => {
    const mail = await find(request.params.id);
    const page = (
      <MailboxPage title={mail.subject}>
        <MailView mail={mail} attachments={await listAttachments(database, mail.outboxMailId)} />
      </MailboxPage>
    );
    response.type('html').send(renderDocument(page));
  });
  router.get('/:id/html', async (request, response) => {
    const mail = await find(request.params.id);
    // Without `target`, a link would open the shop inside the frame, which the shop forbids.
    const html = mail.html.replace('<head>', '<head><base target="_top">');
    const mark = `data:image/png;base64,${brandMarkPng.toString('base64')}`;
    response.type('html').send(html.replaceAll(brandMarkUrl, mark));
  });
  router.get('/:id/documents/:document', async (request, response) => {
    const { outboxMailId } = await find(request.params.id);
    const document = (await listAttachments(database, outboxMailId)).find(
      ({ storedDocumentId }) => String(storedDocumentId) === request.params.document,
    );
    if (!document) throw createNotFound();
    response.attachment(document.fileName).type(document.mediaType).send(document.bytes);
  });
  return router;
}
