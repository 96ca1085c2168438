import { desc, eq } from 'drizzle-orm';
import { type RequestHandler, Router } from 'express';
import { type Markup, markup } from '../../../platform/markup.ts';
import type { Database } from '../database/database.ts';
import { createNotFound } from '../http/problem-error.ts';
import { brandMarkPng, brandMarkUrl } from './brand-mark.ts';
import { listAttachments } from './stored-documents.ts';
import { outboxMail } from './tables.ts';

const MAX_LISTED_MAILS = 100;

/** Loopback names only. Protects against DNS rebinding. */
const localHostPattern = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

const requireLocalHost: RequestHandler = (request, _response, next) => {
  if (!localHostPattern.test(request.get('host') ?? '')) throw createNotFound();
  next();
};

function createMailboxPage(title: string, body: Markup): string {
  return markup`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #ccc;vertical-align:top}iframe{width:100%;height:48rem;border:1px solid #ccc}pre{white-space:pre-wrap;border:1px solid #ccc;padding:1rem;overflow-wrap:anywhere}</style>
<h1>${title}</h1>${body}</html>`.toString();
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
    const rows = mails.map(
      (mail) =>
        markup`<tr><td>${mail.createdAt.toISOString().slice(0, 19).replace('T', ' ')}</td><td>${mail.recipient}</td><td><a href="/mails/${mail.outboxMailId}">${mail.subject}</a></td><td>${mail.sentAt ? 'written' : (mail.failure ?? 'waiting')}</td></tr>`,
    );
    response
      .type('html')
      .send(
        createMailboxPage(
          'Mails',
          rows.length === 0
            ? markup`<p>None yet.</p>`
            : markup`<table><tr><th>Time (UTC)</th><th>To</th><th>Subject</th><th></th></tr>${rows}</table>`,
        ),
      );
  });
  router.get('/:id', async (request, response) => {
    const mail = await find(request.params.id);
    const documents = (await listAttachments(database, mail.outboxMailId)).map(
      ({ storedDocumentId, fileName }) =>
        markup`<p>With it: <a href="/mails/${mail.outboxMailId}/documents/${storedDocumentId}">${fileName}</a></p>`,
    );
    response
      .type('html')
      .send(
        createMailboxPage(
          mail.subject,
          markup`<p>To ${mail.recipient} · <a href="/mails/">all mails</a></p><iframe sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" src="/mails/${mail.outboxMailId}/html" title="HTML"></iframe>${documents}<h2>Plain text</h2><pre>${mail.text}</pre>`,
        ),
      );
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
