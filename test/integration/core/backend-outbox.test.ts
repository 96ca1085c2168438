import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import request from 'supertest';
import { readPageLinks } from '../../../server/backend/content/content/queries.ts';
import { composeMessage } from '../../../server/backend/core/mail/compose-message.ts';
import { createFileTransport } from '../../../server/backend/core/mail/file-transport.ts';
import { createMailWorker } from '../../../server/backend/core/mail/jobs.ts';
import { readMailTexts } from '../../../server/backend/core/mail/mail-texts.ts';
import type { MailTransport } from '../../../server/backend/core/mail/mail-transport.ts';
import { createMailWriter } from '../../../server/backend/core/mail/mail-writer.ts';
import { createSmtpTransport, parseSmtpUrl } from '../../../server/backend/core/mail/smtp-transport.ts';
import { putDocument } from '../../../server/backend/core/mail/stored-documents.ts';
import { createExpiredDataDeletionJob } from '../../../server/backend/core/privacy/jobs.ts';
import { claimItem } from '../../../server/backend/core/queue/claim-items.ts';
import { createQueueWorker } from '../../../server/backend/core/queue/queue-worker.ts';
import { outboxMail, queueItem, storedDocument } from '../../../server/backend/schema/schema.ts';
import { readImportVersion } from '../../../server/backend/shop-store/import-version.ts';
import { createSiteDirectory } from '../../../server/backend/sites/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../../server/backend/sites/site-record.ts';
import { createLog } from '../../../server/platform/logging.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { type MailServer, startMailServer } from '../../fixtures/mail-server.ts';

let server: MailServer;
let backend: BackendFixture;
const logLines: string[] = [];

const sites = () =>
  createSiteDirectory({
    database: backend.database,
    clock: () => FIXTURE_NOW.getTime(),
    siteDomains: new Map(),
    readPageLinks,
    readShopVersion: readImportVersion,
  });

let site: SiteRecord;
let language: LanguageRecord;

beforeAll(async () => {
  server = await startMailServer();
  backend = await openBackendFixture({ showMails: true });
  const directory = sites();
  const [foundSite, foundLanguage] = [await directory.findSite(1), await directory.findLanguage(1)];
  if (!foundSite || !foundLanguage) throw new Error('The sample shop lacks a site');
  site = foundSite;
  language = foundLanguage;
});

afterAll(async () => {
  await backend?.close();
  await server?.close();
});

beforeEach(() => {
  server.answer = 'take';
});

afterEach(async () => {
  await backend.database.delete(outboxMail);
  await backend.database.delete(queueItem);
  server.received.length = 0;
  server.attempts.length = 0;
  logLines.length = 0;
});

/** Creates the jobs with their own clock, as in one of several processes. */
function createOutboxProcess(
  transport: MailTransport = createSmtpTransport(createSmtpSettings(server.port)),
) {
  let nowMs = FIXTURE_NOW.getTime();
  const { database } = backend;
  const clock = () => nowMs;
  const log = createLog({ name: 'backend', level: 'info' }, { write: (line) => void logLines.push(line) });
  const worker = createMailWorker({
    database,
    transport,
    sites: sites(),
    senderAddress: 'shop@havero.example',
    clock,
  });
  const queue = createQueueWorker({
    database,
    workers: { mail: worker },
    errors: {
      reportError: (err, fields) => log.error({ err, ...fields }, 'item_given_up'),
      flush: async () => {},
    },
    log,
    clock,
  });
  const forget = createExpiredDataDeletionJob({ database, clock, documentReferences: [] });
  return {
    run: async () => {
      const { signal } = new AbortController();
      await queue.run(signal);
      await forget.run(signal);
    },
    /** Advances the clock. */
    pass: (ms: number) => {
      nowMs += ms;
    },
    measures: worker.metrics,
  };
}

function createSmtpSettings(port: number) {
  return parseSmtpUrl(`smtp://127.0.0.1:${port}`);
}

async function putOutboxMail(
  recipient: string,
  {
    database = backend.database,
    documents = [],
    kind = 'test-mail',
    now = FIXTURE_NOW,
  }: { database?: typeof backend.database; documents?: number[]; kind?: string; now?: Date } = {},
) {
  const writer = createMailWriter({
    texts: readMailTexts(path.resolve(import.meta.dirname, '../../../locales')),
    publicAddress: { webPort: 3000 },
  });
  await writer.putMail(database, {
    kind,
    site,
    language,
    recipient,
    now,
    documents,
    compose: (_t, origin) => ({
      subject: 'Een onderwerp',
      preview: 'Vooraf',
      heading: 'Kop',
      blocks: [{ type: 'button', label: 'Doen', url: `${origin}/doen/` }],
    }),
    createUnsubscribeUrl: (origin) => `${origin}/einde/`,
  });
}

const readOutboxMails = () => backend.database.select().from(outboxMail).orderBy(outboxMail.outboxMailId);
const readItems = () => backend.database.select().from(queueItem).orderBy(queueItem.queueItemId);

it('a mailbox gets at most 20 mails a day of the types that any visitor can cause', async () => {
  const flood = (count: number, kind: string, now = FIXTURE_NOW) =>
    putOutboxMail(count % 2 === 0 ? 'flood@example.com' : 'FLOOD@example.com', { kind, now });
  for (let count = 0; count < 15; count += 1) {
    await flood(count, 'order-received');
    await flood(count, 'newsletter-confirm');
    await flood(count, 'order-confirmed');
  }
  const countOf = async () => {
    const rows = await backend.database
      .select({ kind: outboxMail.kind })
      .from(outboxMail)
      .where(eq(sql`lower(${outboxMail.recipient})`, 'flood@example.com'));
    return [rows.filter(({ kind }) => kind !== 'order-confirmed').length, rows.length];
  };
  expect(await countOf()).toEqual([20, 35]);
  // A mail with a document is never dropped.
  const document = await putDocument(backend.database, {
    mediaType: 'application/pdf',
    fileName: 'a.pdf',
    bytes: Buffer.from('a'),
    keepUntil: FIXTURE_NOW,
    now: FIXTURE_NOW,
  });
  await putOutboxMail('flood@example.com', { kind: 'order-cancelled', documents: [document] });
  expect(await countOf()).toEqual([21, 36]);
  await flood(0, 'order-received', new Date(FIXTURE_NOW.getTime() + DAY_MS + 1));
  expect(await countOf()).toEqual([22, 37]);
});

describe('a mail in the outbox', () => {
  it('is sent once, as text and HTML, in the name of its site', async () => {
    await putOutboxMail('marit@stal.example');
    const { run } = createOutboxProcess();
    await run();
    await run();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'shop@havero.example', to: ['marit@stal.example'] });
    for (const header of [
      /^From: Havero <shop@havero\.example>\r?$/m,
      /^Reply-To: .+@.+\r?$/m,
      /^Subject: Een onderwerp\r?$/m,
      /^List-Unsubscribe: <http:\/\/havero-nl\.localhost:3000\/einde\/>\r?$/m,
      /^Content-Language: nl-NL\r?$/m,
      /^Content-Type: text\/plain/m,
      /^Content-Type: text\/html/m,
    ]) {
      expect(mail?.message).toMatch(header);
    }
    // One-click unsubscribe requires https (RFC 8058).
    expect(mail?.message).not.toContain('List-Unsubscribe-Post');
    expect((await readOutboxMails()).map(({ sentAt }) => sentAt)).toEqual([FIXTURE_NOW]);
  });

  it('is rolled back with the transaction of its cause', async () => {
    await expect(
      backend.database.transaction('write-review', async (transaction) => {
        await putOutboxMail('marit@stal.example', { database: transaction });
        throw new Error('rollback');
      }),
    ).rejects.toThrow('rollback');
    expect(await readOutboxMails()).toEqual([]);
    expect(await readItems()).toEqual([]);
  });

  it('is retried at growing intervals until the server accepts it', async () => {
    await putOutboxMail('marit@stal.example');
    server.answer = { at: 'recipient', code: 451 };
    const { run, pass } = createOutboxProcess();
    await run();
    await run();
    expect(server.attempts).toHaveLength(1);
    pass(MINUTE_MS);
    await run();
    expect(server.attempts).toHaveLength(2);
    pass(MINUTE_MS);
    await run();
    expect(server.attempts).toHaveLength(2);
    server.answer = 'take';
    pass(4 * MINUTE_MS);
    await run();
    expect(server.received).toHaveLength(1);
    expect(await readOutboxMails()).toMatchObject([{ failure: null }]);
    expect(await readItems()).toMatchObject([{ attempts: 3, failure: null }]);
  });

  it('waits while the server is unavailable, and is not lost', async () => {
    await putOutboxMail('marit@stal.example');
    await putOutboxMail('anna@stal.example');
    const away = await startMailServer();
    await away.close();
    const { run } = createOutboxProcess(createSmtpTransport(createSmtpSettings(away.port)));
    await run();
    const rows = await readItems();
    // The second one is not even tried.
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 0]);
    expect(rows[0]?.failure).toMatch(/^later: E/);
    const back = createOutboxProcess();
    back.pass(MINUTE_MS);
    await back.run();
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual([
      'anna@stal.example',
      'marit@stal.example',
    ]);
  });

  it('is given up at once if the recipient is refused permanently, and others are still sent', async () => {
    await putOutboxMail('nobody@stal.example');
    await putOutboxMail('anna@stal.example');
    server.answer = { at: 'recipient', code: 550 };
    const { run, pass } = createOutboxProcess();
    await run();
    server.answer = 'take';
    pass(DAY_MS);
    await putOutboxMail('berta@stal.example');
    await run();
    expect(server.received.map(({ to }) => to[0])).toEqual(['berta@stal.example']);
    expect((await readItems()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect((await readItems()).filter(({ deadAt }) => deadAt !== null)).toHaveLength(2);
  });

  it('is given up after its last attempt, days later', async () => {
    await putOutboxMail('marit@stal.example');
    server.answer = { at: 'message', code: 451 };
    const { run, pass } = createOutboxProcess();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await run();
      pass(DAY_MS);
    }
    expect(server.attempts).toHaveLength(9);
    expect(logLines.filter((line) => line.includes('item_given_up'))).toHaveLength(1);
    // Its dead letter is deleted together with the mail.
    pass(31 * DAY_MS);
    await run();
    expect([await readOutboxMails(), await readItems()]).toEqual([[], []]);
  });

  it('is never sent again if it is unknown whether the server accepted it', async () => {
    await putOutboxMail('marit@stal.example');
    server.answer = 'break-off';
    const { run, pass, measures } = createOutboxProcess();
    await run();
    server.answer = 'take';
    pass(DAY_MS);
    await run();
    expect(server.received).toHaveLength(1);
    expect(await readOutboxMails()).toMatchObject([
      { sentAt: null, failure: expect.stringMatching(/^unknown/) },
    ]);
    const samples = measures.flatMap((measure) => measure.readSamples());
    expect(samples).toContainEqual({ labels: { outcome: 'unknown' }, value: 1 });
  });

  it('of a process that died while sending is sent by another after its lease', async () => {
    await putOutboxMail('marit@stal.example');
    await claimItem(backend.database, 'mail', FIXTURE_NOW, 10 * MINUTE_MS);
    const { run, pass } = createOutboxProcess();
    await run();
    expect(server.received).toEqual([]);
    pass(10 * MINUTE_MS);
    await run();
    expect(server.received).toHaveLength(1);
  });

  it('is sent once, however many processes send', async () => {
    const recipients = Array.from({ length: 12 }, (_, n) => `rider-${n}@stal.example`);
    for (const recipient of recipients) await putOutboxMail(recipient);
    await Promise.all(
      [createOutboxProcess(), createOutboxProcess(), createOutboxProcess()].map(({ run }) => run()),
    );
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(recipients.toSorted());
  });

  it('is deleted a fortnight after it was sent', async () => {
    await putOutboxMail('marit@stal.example');
    const { run, pass } = createOutboxProcess();
    await run();
    pass(13 * DAY_MS);
    await run();
    expect(await readOutboxMails()).toHaveLength(1);
    pass(2 * DAY_MS);
    await run();
    expect(await readOutboxMails()).toEqual([]);
  });

  it('leaves no address in the log, whatever the server replies', async () => {
    await putOutboxMail('marit@stal.example');
    server.answer = { at: 'message', code: 554 };
    await createOutboxProcess().run();
    expect(logLines).toHaveLength(1);
    expect(logLines.join('')).not.toMatch(/@|Een onderwerp/);
    expect((await readOutboxMails())[0]?.failure).not.toContain('@');
  });
});

describe('a mail with documents', () => {
  const invoice = Buffer.from('%PDF-1.7 an invoice');
  const store = (fileName = '2026-000001.pdf') =>
    putDocument(backend.database, {
      mediaType: 'application/pdf',
      fileName,
      bytes: invoice,
      keepUntil: new Date(FIXTURE_NOW.getTime() + 7 * DAY_MS),
      now: FIXTURE_NOW,
    });

  it('has them as attachments with their names', async () => {
    await putOutboxMail('marit@stal.example', { documents: [await store(), await store('terms.pdf')] });
    await createOutboxProcess().run();
    const message = server.received[0]?.message ?? '';
    expect(message).toMatch(/^Content-Type: application\/pdf; name=2026-000001\.pdf\r?$/m);
    expect(message).toMatch(/^Content-Disposition: attachment; filename=2026-000001\.pdf\r?$/m);
    expect(message).toContain('filename=terms.pdf');
    expect(message).toContain(invoice.toString('base64'));
  });

  it('keeps its Message-ID in all attempts', async () => {
    await putOutboxMail('marit@stal.example');
    const ids: string[] = [];
    const { run, pass } = createOutboxProcess({
      deliver: async (mail) => {
        const message = (await composeMessage(mail)).toString();
        ids.push(/^Message-ID: (.+)\r?$/m.exec(message)?.[1] ?? '');
        return { outcome: 'later', failure: 'EAGAIN', isServerUnavailable: false };
      },
    });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await run();
      pass(DAY_MS);
    }
    expect(ids).toHaveLength(3);
    expect(new Set(ids)).toEqual(new Set([expect.stringMatching(/^<.+@havero\.example>$/)]));
  });

  it('is not sent with missing documents, and no document is ever changed', async () => {
    const id = await store();
    await putOutboxMail('marit@stal.example', { documents: [id] });
    await expect(
      backend.database.update(storedDocument).set({ bytes: Buffer.from('another') }),
    ).rejects.toMatchObject({ name: 'DatabaseError' });
    await expect(putOutboxMail('marit@stal.example', { documents: [id + 1000] })).rejects.toMatchObject({
      name: 'DatabaseError',
    });
    expect(await readOutboxMails()).toHaveLength(1);
    await expect(store('../invoice.pdf')).rejects.toThrow(RangeError);
  });

  it('is deleted first, and each document once no record and no mail refers to it', async () => {
    await backend.database.delete(storedDocument);
    const id = await store();
    await putOutboxMail('marit@stal.example', { documents: [id] });
    const { run, pass } = createOutboxProcess();
    await run();
    const forget = async (days: number) => {
      pass(days * DAY_MS);
      await run();
      return backend.database.$count(storedDocument);
    };
    expect(await forget(8)).toBe(1);
    expect(await forget(7)).toBe(0);
  });
});

describe('the page of a mail with documents', () => {
  it('links to them, and to no document of another mail', async () => {
    const store = (fileName: string) =>
      putDocument(backend.database, {
        mediaType: 'application/pdf',
        fileName,
        bytes: Buffer.from(fileName),
        keepUntil: FIXTURE_NOW,
        now: FIXTURE_NOW,
      });
    const [own, other] = [await store('own.pdf'), await store('other.pdf')];
    await putOutboxMail('marit@stal.example', { documents: [own] });
    const [mail] = await readOutboxMails();
    const get = (rest = '') =>
      request(backend.app).get(`/mails/${mail?.outboxMailId}${rest}`).set('host', 'localhost:4000');
    expect((await get()).text).toContain(`/documents/${own}">own.pdf</a>`);
    expect(await get(`/documents/${own}`)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename=own.pdf' },
    });
    expect((await get(`/documents/${other}`)).status).toBe(404);
  });
});

describe('a mail server', () => {
  it('that requires a password gets it; a wrong one is retried later', async () => {
    const guarded = await startMailServer({ user: 'shop', password: 'p@ss/word' });
    try {
      await putOutboxMail('marit@stal.example');
      const url = (password: string) =>
        parseSmtpUrl(`smtp://shop:${encodeURIComponent(password)}@127.0.0.1:${guarded.port}`);
      const wrong = createOutboxProcess(createSmtpTransport(url('wrong')));
      await wrong.run();
      expect((await readOutboxMails())[0]?.failure).toBe('later: EAUTH 535');
      const right = createOutboxProcess(createSmtpTransport(url('p@ss/word')));
      right.pass(MINUTE_MS);
      await right.run();
      expect(guarded.received).toHaveLength(1);
    } finally {
      await guarded.close();
    }
  });

  it('that does not respond is abandoned after a timeout, and the mail waits', async () => {
    const silent: Server = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      await putOutboxMail('marit@stal.example');
      const { port } = silent.address() as AddressInfo;
      await createOutboxProcess(createSmtpTransport(createSmtpSettings(port), { connectMs: 50 })).run();
      expect((await readOutboxMails())[0]?.failure).toBe('later: ETIMEDOUT');
    } finally {
      await new Promise((resolve) => silent.close(resolve));
    }
  });

  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false }],
    [
      'smtps://a%40b:c%3Ad@mail.example',
      { host: 'mail.example', port: 465, secure: true, user: 'a@b', password: 'c:d' },
    ],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false }],
  ])('is configured by %s', (url, expected) => {
    expect(parseSmtpUrl(url)).toEqual(expected);
  });

  it.each(['mail.example', 'http://mail.example', 'smtp://'])('is not configured by %s', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow('must be smtp://');
  });
});

describe('a shop without a mail server', () => {
  it('writes its mails as files that mail programs can open', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'havero-mails-'));
    try {
      await putOutboxMail('marit@stal.example');
      await createOutboxProcess(createFileTransport(path.join(folder, 'mails'))).run();
      const names = await readdir(path.join(folder, 'mails'));
      expect(names).toEqual([expect.stringMatching(/^2026-11-05T12-00-00-000Z-\d+-test-mail\.eml$/)]);
      const message = await readFile(path.join(folder, 'mails', names[0] ?? ''), 'utf8');
      expect(message).toMatch(/^To: marit@stal\.example\r?$/m);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('shows them in a browser on this machine only', async () => {
    await putOutboxMail('marit@stal.example');
    const [row] = await backend.database.select().from(outboxMail).where(eq(outboxMail.kind, 'test-mail'));
    const get = (address: string, host: string) => request(backend.app).get(address).set('host', host);
    const list = await get('/mails/', 'localhost:4000');
    expect(list.text).toContain('marit@stal.example');
    expect(list.headers['cache-control']).toBe('no-store');
    expect((await get(`/mails/${row?.outboxMailId}`, 'localhost:4000')).text).toContain('/doen/');
    expect((await get(`/mails/${row?.outboxMailId}/html`, '127.0.0.1')).text).toContain('<h1');
    expect((await get('/mails/', 'evil.example')).status).toBe(404);
    expect((await get('/mails/nope', 'localhost')).status).toBe(404);
    expect((await get('/mails/999999', 'localhost')).status).toBe(404);
  });
});
