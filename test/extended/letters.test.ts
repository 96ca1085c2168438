import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, isNull } from 'drizzle-orm';
import {
  letter,
  letterRecipient,
  letterSite,
  letterText,
  newsletterConsent,
  newsletterSubscriber,
  outboxEvent,
  outboxMail,
} from '../../server/backend/database/schema.ts';
import { createSmtpTransport, parseSmtpUrl } from '../../server/backend/mail/smtp-transport.ts';
import { letterCommand } from '../../server/backend/modules/letters/letter-command.ts';
import {
  cancelLetter,
  checkLetter,
  type LetterDraft,
  pauseLetter,
  reportLetter,
  resumeLetter,
  testLetter,
} from '../../server/backend/modules/letters/service.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackend } from '../fixtures/backend-app.ts';
import { createCallBackend } from '../fixtures/call-backend.ts';
import { VARIANT } from '../fixtures/call-inputs.ts';
import {
  act,
  draft,
  giveLetter,
  giveReaders,
  readLetterScope,
  trySave,
  trySend,
} from '../fixtures/letters.ts';
import { type MailServer, startMailServer } from '../fixtures/mail-server.ts';
import { createPlaceOrders } from '../fixtures/place-orders.ts';
import { runCommand } from '../fixtures/run-command.ts';

let backend: BackendFixture;
const calls = createCallBackend(() => backend);
const { call } = calls;
const { openReadyCart, place } = createPlaceOrders(calls);

beforeAll(async () => {
  backend = await openBackend();
});
afterAll(() => backend?.close());
afterEach(() => forget(backend));

async function forget({ database, mails, errors, ...fixture }: BackendFixture): Promise<void> {
  for (const table of [
    letterRecipient,
    letterText,
    letterSite,
    letter,
    newsletterConsent,
    newsletterSubscriber,
    outboxEvent,
    outboxMail,
  ]) {
    await database.delete(table);
  }
  mails.length = 0;
  errors.length = 0;
  fixture.setNow(FIXTURE_NOW);
}

const tick = (fixture: BackendFixture = backend, ms = MINUTE_MS) =>
  fixture.setNow(new Date(fixture.clock() + ms));

/** Advances the clock until the campaign is written and delivered. */
async function deliver(fixture: BackendFixture = backend): Promise<void> {
  for (let at = 0; at < 200; at += 1) {
    await fixture.runJob('letters');
    await fixture.runJob('events');
    if ((await fixture.database.$count(letter, eq(letter.status, 'sending'))) === 0) return;
    tick(fixture, 10_000);
  }
}

const change = (work: typeof pauseLetter, letterId: number) =>
  backend.database.transaction('change-letter', (transaction) =>
    work(transaction, { ...act, now: new Date(backend.clock()) }, letterId),
  );
const readStatus = async (letterId: number) =>
  (await backend.database.select().from(letter).where(eq(letter.letterId, letterId)))[0]?.status;

describe('a campaign', () => {
  it('is sent in the language of its reader, with an unsubscribe link and tracking parameters in links to the shop', async () => {
    await giveReaders(backend, 1);
    await giveReaders(backend, 1, { languageId: 1, prefix: 'lezer' });
    const markdown =
      'At [home](/), [our German shop](https://hafero-de.localhost:3000/x), [the mill](https://mill.example/?a=1), [call](tel:+31123), {brand}.';
    const letterId = await giveLetter(backend, {
      texts: [
        { languageCode: 'nl', subject: 'Hoi', markdown: 'Dag.' },
        { languageCode: 'en', subject: 'Hi', markdown },
      ],
    });
    expect(await trySend(backend, letterId)).toMatchObject({ outcome: 'done' });
    await deliver();
    const [english, dutch] = backend.mails;
    expect([english?.subject, dutch?.subject]).toEqual(['Hi', 'Hoi']);
    expect([english?.culture, dutch?.culture]).toEqual(['en-GB', 'nl-NL']);
    const hrefs = [...(english?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, href]) =>
      href?.replaceAll('&amp;', '&'),
    );
    const campaign = `mailCampaignId=letter-${letterId}`;
    expect(hrefs).toEqual(
      expect.arrayContaining([
        `http://en.havero-nl.localhost:3000/?${campaign}`,
        'https://mill.example/?a=1',
        'tel:+31123',
      ]),
    );
    const own = hrefs.filter((href) => /localhost:3000/.test(href ?? '') && !href?.includes('/unsubscribe/'));
    expect(own.length).toBeGreaterThan(2);
    for (const href of own) expect(href).toContain(campaign);
    expect(english?.text).toContain('Havero.');
    expect(english?.text).toContain(
      'You are receiving this email because you signed up for the Havero newsletter.',
    );
    expect(english?.unsubscribeUrl).toMatch(
      /^http:\/\/en\.havero-nl\.localhost:3000\/newsletter\/unsubscribe\/\?token=[\w-]{43}$/,
    );
    // Its text is stored once, not for every reader.
    const rows = await backend.database.select().from(outboxMail);
    expect(rows.map(({ text, html }) => text + html)).toEqual(['', '']);
    expect(await readStatus(letterId)).toBe('sent');
  });

  it.each([
    ['<img src=x onerror=alert(1)>', 'a <script>alert(1)</script> b'],
    ['"\'>&lt;', '[a "b" <i>](/media/?x="><b>)'],
    ['{brand} {unknown} {{', '{phone} **{email}** %{brand}'],
  ])('is rendered as text, whatever it contains: %j', async (subject, markdown) => {
    await giveReaders(backend, 1);
    const letterId = await giveLetter(backend, { texts: [{ languageCode: 'en', subject, markdown }] });
    await trySend(backend, letterId);
    await deliver();
    const html = backend.mails[0]?.html ?? '';
    expect(html).not.toMatch(/<script|<img src=x|<i>|<b>\)/);
    expect(html).toContain('</html>');
  });

  const texts = (subject: string, markdown: string, languageCode = 'en') => [
    { languageCode, subject, markdown },
  ];
  const refusals: readonly (readonly [string, Partial<LetterDraft>, object])[] = [
    ['no name', { name: ' ' }, { code: 'name' }],
    ['a name of two lines', { name: 'a\nb' }, { code: 'name' }],
    ['a kind that is none', { kind: 'spam' }, { code: 'kind' }],
    ['no site', { siteKeys: [] }, { code: 'no_site' }],
    ['an unknown site', { siteKeys: ['nowhere'] }, { code: 'site_unknown', siteKey: 'nowhere' }],
    ['no text', { texts: [] }, { code: 'no_text' }],
    ['an unknown language', { texts: texts('a', 'b', 'xx') }, { code: 'language_unknown' }],
    ['a language twice', { texts: [...texts('a', 'b'), ...texts('a', 'b')] }, { code: 'language_twice' }],
    ['a link that is a script', { texts: texts('a', '[x](javascript:alert(1))') }, { code: 'text' }],
    ['a link that is no address', { texts: texts('a', '[x](https://)') }, { code: 'text' }],
    ['a link without TLS', { texts: texts('a', '[x](http://a.example)') }, { code: 'text' }],
    ['a subject of two lines', { texts: texts('a\r\nBcc: x@y.example', 'b') }, { code: 'text' }],
    ['a bold that is not closed', { texts: texts('a', '**b') }, { code: 'text' }],
    ['a megabyte', { texts: texts('a', 'x'.repeat(1024 * 1024)) }, { code: 'text' }],
    ['a zero byte', { texts: texts('a', 'x\u0000') }, { code: 'text' }],
    ['an id of nobody', { letterId: 999_999 }, { code: 'letter_unknown' }],
  ];
  it.each(refusals)('is refused with %s, and no data is written', async (_case, changes, fault) => {
    expect(await trySave(backend, { ...draft, ...changes })).toMatchObject({ outcome: 'refused', fault });
    expect(await backend.database.$count(letter)).toBe(0);
  });

  it('is not sent if a language of its readers is missing or a link is dead', async () => {
    await giveReaders(backend, 2, { languageId: 1 });
    const letterId = await giveLetter(backend, { texts: texts('Hi', '[gone](/nowhere/)') });
    const problems = [
      { code: 'language_missing', languageCode: 'nl', readers: 2 },
      { code: 'link_dead', languageCode: 'en', siteKey: 'havero-nl', path: '/nowhere/' },
    ];
    expect(await checkLetter(backend.database, await readLetterScope(backend), letterId)).toEqual(problems);
    expect(await trySend(backend, letterId)).toEqual({
      outcome: 'refused',
      fault: { code: 'not_ready', problems },
    });
    expect(await readStatus(letterId)).toBe('draft');
  });

  it('is not blocked by readers of a language that the site no longer has, and is not sent to them', async () => {
    await giveReaders(backend, 1);
    await giveReaders(backend, 2, { languageId: 3, prefix: 'danish' });
    const letterId = await giveLetter(backend);
    expect(await checkLetter(backend.database, await readLetterScope(backend), letterId)).toEqual([]);
    await trySend(backend, letterId);
    await deliver();
    expect(backend.mails.map(({ recipient }) => recipient)).toEqual(['reader-1@stal.example']);
    expect(await readStatus(letterId)).toBe('sent');
  });

  it('is changed as a draft only, and sent once', async () => {
    await giveReaders(backend, 1);
    const letterId = await giveLetter(backend);
    expect(await giveLetter(backend, { letterId, name: 'Another' })).toBe(letterId);
    await trySend(backend, letterId);
    expect(await trySave(backend, { ...draft, letterId })).toMatchObject({ fault: { code: 'state' } });
    expect(await trySend(backend, letterId)).toMatchObject({ fault: { code: 'state', status: 'sending' } });
  });

  it('is sent as a test to one address, once in each language, and to no reader', async () => {
    await giveReaders(backend, 3);
    const letterId = await giveLetter(backend);
    const ask = (emailAddress: string) =>
      backend.database.transaction('change-letter', (transaction) =>
        testLetter(transaction, act, { letterId, emailAddress }),
      );
    expect(await ask('nobody')).toMatchObject({ fault: { code: 'address' } });
    await ask('keeper@havero.example');
    await backend.runJob('queued-jobs');
    await backend.runJob('events');
    expect(backend.mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['keeper@havero.example', 'Winter op stal'],
      ['keeper@havero.example', 'Winter in the stable at Havero'],
    ]);
    const [row] = await backend.database.select().from(letter);
    expect(row).toMatchObject({ status: 'draft', testAddress: null });
  });

  it('is sent at its rate, can be paused and resumed, and when it is ended, withdraws unsent mails', async () => {
    await giveReaders(backend, 500);
    const letterId = await giveLetter(backend);
    await trySend(backend, letterId);
    const count = () => backend.database.$count(outboxMail);
    await backend.runJob('letters');
    expect(await count()).toBe(1);
    // Ten a second: mails missed earlier than that are not sent at a higher rate.
    tick(backend, 2000);
    await backend.runJob('letters');
    expect(await count()).toBe(21);
    await change(pauseLetter, letterId);
    tick();
    await backend.runJob('letters');
    expect(await count()).toBe(21);
    expect(await change(pauseLetter, letterId)).toMatchObject({ fault: { status: 'paused' } });
    await change(resumeLetter, letterId);
    await backend.runJob('letters');
    expect(await count()).toBe(22);
    await change(cancelLetter, letterId);
    expect(await count()).toBe(0);
    await deliver();
    expect(backend.mails).toEqual([]);
    expect(await change(resumeLetter, letterId)).toMatchObject({ fault: { status: 'cancelled' } });
  });

  it('reaches a mailbox once, also one subscribed on two of its sites, and no later subscriber', async () => {
    await giveReaders(backend, 2);
    await giveReaders(backend, 2, { siteId: 2 });
    const letterId = await giveLetter(backend, { siteKeys: ['havero-nl', 'havero-be'] });
    await trySend(backend, letterId);
    await giveReaders(backend, 1, { prefix: 'late' });
    await deliver();
    expect(backend.mails.map(({ recipient }) => recipient).toSorted()).toEqual([
      'reader-1@stal.example',
      'reader-2@stal.example',
    ]);
  });

  it('does not reach readers who unsubscribe meanwhile, whether their mail waits or is not written yet', async () => {
    await giveReaders(backend, 40);
    const letterId = await giveLetter(backend);
    await trySend(backend, letterId);
    tick(backend, 1500);
    await backend.runJob('letters');
    const waiting = await backend.database.select().from(outboxMail).where(isNull(outboxMail.sentAt));
    expect(waiting.length).toBeGreaterThan(1);
    const tokenOf = async (emailAddress: string) =>
      (
        await backend.database
          .select()
          .from(newsletterSubscriber)
          .where(and(eq(newsletterSubscriber.emailAddress, emailAddress), eq(newsletterSubscriber.siteId, 1)))
      )[0]?.unsubscribeKey;
    for (const emailAddress of ['reader-1@stal.example', 'reader-40@stal.example']) {
      const token = await tokenOf(emailAddress);
      expect((await call('endNewsletter', { body: { token } })).status).toBe(204);
    }
    await deliver();
    const reached = backend.mails.map(({ recipient }) => recipient);
    expect(reached).toHaveLength(38);
    expect(reached).not.toContain('reader-1@stal.example');
    expect(reached).not.toContain('reader-40@stal.example');
  });

  it('reaches subscribers of its type only', async () => {
    await giveReaders(backend, 4);
    const wants = (of: string, newsletter: boolean, offers: boolean) =>
      backend.database
        .update(newsletterSubscriber)
        .set({ newsletter, offers })
        .where(eq(newsletterSubscriber.emailAddress, `reader-${of}@stal.example`));
    await wants('2', false, true);
    await wants('3', true, true);
    const send = async (kind: 'newsletter' | 'offers') => {
      backend.mails.length = 0;
      await trySend(backend, await giveLetter(backend, { kind }));
      await deliver();
      return backend.mails.map(({ recipient }) => recipient.split('@')[0]).toSorted();
    };
    expect(await send('newsletter')).toEqual(['reader-1', 'reader-3', 'reader-4']);
    expect(await send('offers')).toEqual(['reader-2', 'reader-3']);
  });

  it('is included in the report of the conversion call: visits, carts, orders and revenue', async () => {
    const letterId = await giveLetter(backend);
    const mailCampaignId = `letter-${letterId}`;
    for (let at = 0; at < 3; at += 1) await call('reportConversion', { query: { mailCampaignId } });
    const { body: cart } = await call('createCart', { query: { mailCampaignId } });
    expect(cart.mailCampaignId).toBe(mailCampaignId);
    const id = await openReadyCart([[VARIANT, 1]]);
    await call('reportConversion', { query: { mailCampaignId } }, { cookie: `cart=${id}` });
    expect((await place(id)).status).toBe(200);
    expect(await reportLetter(backend.database, letterId)).toMatchObject({
      campaignId: mailCampaignId,
      visits: 4,
      carts: 2,
      orders: 1,
      revenue: 0,
    });
    expect(await reportLetter(backend.database, 999_999)).toBeUndefined();
  });
});

describe('the list of subscribers', () => {
  it('is written to a new file that only its owner can read, and overwrites no other file', async () => {
    await giveReaders(backend, 2);
    const folder = await mkdtemp(path.join(tmpdir(), 'subscribers-'));
    const list = async (file: string) => {
      const place = { database: backend.database, workingDirectory: folder };
      const done = await runCommand(letterCommand, ['subscribers', '--export', file], place);
      return [done?.exit, done?.told];
    };
    expect(await list('readers.csv')).toEqual([0, expect.stringContaining('2 addresses are in')]);
    const file = path.join(folder, 'readers.csv');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const written = await readFile(file, 'utf8');
    expect(written.split('\n')[1]).toBe(
      `havero-nl,en,reader-1@stal.example,true,false,${FIXTURE_NOW.toISOString()}`,
    );
    expect(await list('readers.csv')).toEqual([1, expect.stringContaining('cannot be written (EEXIST)')]);
    expect(await list('none/readers.csv')).toEqual([
      1,
      expect.stringContaining('cannot be written (ENOENT)'),
    ]);
    expect(await readFile(file, 'utf8')).toBe(written);
    await rm(folder, { recursive: true });
  });
});

describe('a campaign to many readers through a mail server', () => {
  let mailServer: MailServer;
  let fixture: BackendFixture;

  beforeAll(async () => {
    mailServer = await startMailServer();
    fixture = await openBackend({
      mailTransport: createSmtpTransport(parseSmtpUrl(`smtp://127.0.0.1:${mailServer.port}`)),
      mailFrom: 'shop@havero.example',
    });
  });
  afterAll(async () => {
    await fixture?.close();
    await mailServer?.close();
  });

  it('waits while the server is unavailable, limits the number of written mails, and continues automatically', async () => {
    await giveReaders(fixture, 1500);
    const letterId = await giveLetter(fixture);
    await trySend(fixture, letterId);
    mailServer.answer = { at: 'recipient', code: 450 };
    for (let at = 0; at < 20; at += 1) {
      tick(fixture, 10_000);
      await fixture.runJob('letters');
    }
    const waiting = await fixture.database.$count(outboxMail);
    expect(waiting).toBeGreaterThanOrEqual(600);
    expect(waiting).toBeLessThanOrEqual(700);
  }, 120_000);

  it('yields to visitors between its batches and between its mails, which would take hundreds of turns', async () => {
    await forget(fixture);
    await giveReaders(fixture, 100);
    const letterId = await giveLetter(fixture);
    await trySend(fixture, letterId);
    let turns = 0;
    const count = () => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    const countTurns = async (job: string) => {
      turns = 0;
      await fixture.runJob(job);
      return turns;
    };
    // One mail is due at once, then a hundred: two batches.
    await countTurns('letters');
    tick(fixture, 10_000);
    const before = await fixture.database.$count(outboxMail);
    const written = await countTurns('letters');
    expect((await fixture.database.$count(outboxMail)) - before).toBe(99);
    expect(written).toBeGreaterThanOrEqual(2);
    // Deleted mails: their events find nothing to send.
    await fixture.database.delete(outboxMail);
    expect(await countTurns('events')).toBeGreaterThanOrEqual(100);
    clearImmediate(turn);
    await forget(fixture);
  }, 120_000);

  it('does not delay other mails', async () => {
    await forget(fixture);
    mailServer.answer = 'take';
    mailServer.received.length = 0;
    await giveReaders(fixture, 400);
    const letterId = await giveLetter(fixture);
    await trySend(fixture, letterId);
    for (let at = 0; at < 4; at += 1) {
      tick(fixture, 10_000);
      await fixture.runJob('letters');
    }
    // More than one run of the outbox can send.
    expect(await fixture.database.$count(outboxMail)).toBeGreaterThan(300);
    await createCallBackend(() => fixture).call('requestNewsletter', {
      body: { emailAddress: 'buyer@stal.example' },
    });
    await fixture.runJob('events');
    expect(mailServer.received.flatMap(({ to }) => to)).toContain('buyer@stal.example');
    await forget(fixture);
  }, 120_000);
});

describe('a campaign with failures', () => {
  const READERS = 120;
  const PACE = 60;
  let mailServer: MailServer;
  let fixture: BackendFixture;
  /**
   * Number of statements until the simulated death of the process; it stays dead until the test starts
   * another one.
   */
  let left = Number.POSITIVE_INFINITY;
  const revive = () => {
    left = Number.POSITIVE_INFINITY;
  };

  beforeAll(async () => {
    mailServer = await startMailServer();
    fixture = await openBackend({
      mailTransport: createSmtpTransport(parseSmtpUrl(`smtp://127.0.0.1:${mailServer.port}`)),
      mailFrom: 'shop@havero.example',
      lettersPerMinute: PACE,
      database: {
        onQuery: () => {
          left -= 1;
          if (left < 0) throw new Error('The process has died');
        },
      },
    });
  });
  afterEach(async () => {
    mailServer.codes.clear();
    mailServer.received.length = 0;
    mailServer.attempts.length = 0;
    mailServer.answer = 'take';
    await forget(fixture);
  });
  afterAll(async () => {
    await fixture?.close();
    await mailServer?.close();
  });

  const readLetterStatus = async () => (await fixture.database.select().from(letter))[0]?.status;

  it('does not wait for mailboxes that defer it, and gives up those that refuse it', async () => {
    const addresses = await giveReaders(fixture, READERS);
    // More mailboxes than it sends in a minute are full for days.
    for (const address of addresses.slice(0, PACE + 20)) mailServer.codes.set(address, 452);
    const refused = addresses.slice(-3);
    for (const address of refused) mailServer.codes.set(address, 550);
    const letterId = await giveLetter(fixture);
    await trySend(fixture, letterId);
    for (let at = 0; at < 30 && (await readLetterStatus()) === 'sending'; at += 1) {
      tick(fixture, 10_000);
      await fixture.runJob('letters');
      await fixture.runJob('events');
    }
    expect(await readLetterStatus()).toBe('sent');
    const reached = addresses.slice(PACE + 20, -3);
    expect(mailServer.received.flatMap(({ to }) => to).toSorted()).toEqual(reached.toSorted());
    expect(await reportLetter(fixture.database, letterId)).toMatchObject({
      sent: reached.length,
      waiting: PACE + 20,
      failed: refused.length,
    });
  }, 120_000);

  it.each([1, 2])(
    'reaches every subscriber once and no unsubscribed one, wherever its process dies: seed %i',
    async (seed) => {
      const random = createRandom(seed);
      const addresses = await giveReaders(fixture, READERS);
      const letterId = await giveLetter(fixture);
      await trySend(fixture, letterId);
      const leaving = new Set<string>();
      let deaths = 0;
      const run = async (job: string) => {
        if (random() < 0.6) left = Math.floor(random() * 80);
        await fixture.runJob(job);
        if (left < 0) deaths += 1;
        revive();
      };
      const isDone = async () =>
        (await readLetterStatus()) === 'sent' &&
        (await fixture.database.$count(outboxMail, isNull(outboxMail.sentAt))) === 0;
      for (let at = 0; at < 100 && !(await isDone()); at += 1) {
        tick(fixture, 10_000);
        await run('letters');
        await run('events');
        // After ten minutes, another process takes over the work of a dead one.
        if (at % 5 === 4) tick(fixture, 10 * MINUTE_MS);
        const [next] = addresses.filter(
          (address) => !mailServer.attempts.includes(address) && !leaving.has(address),
        );
        if (at % 2 === 0 || next === undefined) continue;
        const [reader] = await fixture.database
          .select({ token: newsletterSubscriber.unsubscribeKey })
          .from(newsletterSubscriber)
          .where(eq(newsletterSubscriber.emailAddress, next));
        if (!reader) continue;
        const { status } = await createCallBackend(() => fixture).call('endNewsletter', { body: reader });
        expect(status).toBe(204);
        leaving.add(next);
      }
      expect(await isDone()).toBe(true);
      expect([deaths > 2, leaving.size > 2]).toEqual([true, true]);
      const reached = Map.groupBy(mailServer.received, ({ to }) => to[0] ?? '');
      expect([...reached.keys()].toSorted()).toEqual(
        addresses.filter((address) => !leaving.has(address)).toSorted(),
      );
      // A process that dies between the reply of the server and its own write sends again, with the same
      // Message-ID.
      const ids = [...reached.values()].map(
        (mails) => new Set(mails.map(({ message }) => /^Message-ID: (.+)$/im.exec(message)?.[1])).size,
      );
      expect(ids.filter((count) => count !== 1)).toEqual([]);
      expect(mailServer.received.length - reached.size).toBeLessThanOrEqual(deaths);
    },
    120_000,
  );
});

/** Creates a random generator that repeats itself for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
