import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, isNull } from 'drizzle-orm';
import { createSmtpTransport, parseSmtpUrl } from '../../server/backend/core/mail/smtp-transport.ts';
import {
  campaign,
  campaignRecipient,
  campaignSite,
  campaignText,
  newsletterConsent,
  newsletterSubscriber,
  outboxMail,
  queueItem,
} from '../../server/backend/schema/schema.ts';
import { campaignCommand } from '../../server/backend/service-desk/mail-campaigns/campaign-command.ts';
import {
  type CampaignDraft,
  cancelCampaign,
  findCampaignProblems,
  findCampaignReport,
  pauseCampaign,
  resumeCampaign,
  sendTestCampaign,
} from '../../server/backend/service-desk/mail-campaigns/service.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../fixtures/call-backend.ts';
import { VARIANT } from '../fixtures/call-inputs.ts';
import {
  campaignCommandContext,
  createTestCampaign,
  draft,
  insertNewsletterSubscribers,
  readCampaignScope,
  trySaveCampaign,
  trySendCampaign,
} from '../fixtures/campaigns.ts';
import { type MailServer, startMailServer } from '../fixtures/mail-server.ts';
import { createOrderPlacer } from '../fixtures/order-placer.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';

let backend: BackendFixture;
const backendCaller = createBackendCaller(() => backend);
const { call } = backendCaller;
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend?.close());
afterEach(() => deleteCampaignsAndMails(backend));

async function deleteCampaignsAndMails({
  database,
  mails,
  errors,
  ...fixture
}: BackendFixture): Promise<void> {
  for (const table of [
    campaignRecipient,
    campaignText,
    campaignSite,
    campaign,
    newsletterConsent,
    newsletterSubscriber,
    queueItem,
    outboxMail,
  ]) {
    await database.delete(table);
  }
  mails.length = 0;
  errors.length = 0;
  fixture.setNow(FIXTURE_NOW);
}

const advanceFixtureClock = (fixture: BackendFixture = backend, ms = MINUTE_MS) =>
  fixture.setNow(new Date(fixture.clock() + ms));

/** Advances the clock until the campaign is written and delivered. */
async function deliverCampaign(fixture: BackendFixture = backend): Promise<void> {
  for (let at = 0; at < 200; at += 1) {
    await fixture.runJob('campaigns');
    await fixture.runJob('queue');
    if ((await fixture.database.$count(campaign, eq(campaign.status, 'sending'))) === 0) return;
    advanceFixtureClock(fixture, 10_000);
  }
}

const change = (work: typeof pauseCampaign, campaignId: number) =>
  backend.database.transaction('change-campaign', (transaction) =>
    work(transaction, { ...campaignCommandContext, now: new Date(backend.clock()) }, campaignId),
  );
const readStatus = async (campaignId: number) =>
  (await backend.database.select().from(campaign).where(eq(campaign.campaignId, campaignId)))[0]?.status;

describe('a campaign', () => {
  it('is sent in the language of its reader, with an unsubscribe link and tracking parameters in links to the shop', async () => {
    await insertNewsletterSubscribers(backend, 1);
    await insertNewsletterSubscribers(backend, 1, { languageId: 1, prefix: 'lezer' });
    const markdown =
      'At [home](/), [our German shop](https://hafero-de.localhost:3000/x), [the mill](https://mill.example/?a=1), [call](tel:+31123), {brand}.';
    const campaignId = await createTestCampaign(backend, {
      texts: [
        { languageCode: 'nl', subject: 'Hoi', markdown: 'Dag.' },
        { languageCode: 'en', subject: 'Hi', markdown },
      ],
    });
    expect(await trySendCampaign(backend, campaignId)).toMatchObject({ outcome: 'done' });
    await deliverCampaign();
    const [english, dutch] = backend.mails;
    expect([english?.subject, dutch?.subject]).toEqual(['Hi', 'Hoi']);
    expect([english?.culture, dutch?.culture]).toEqual(['en-GB', 'nl-NL']);
    const hrefs = [...(english?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, href]) =>
      href?.replaceAll('&amp;', '&'),
    );
    const campaign = `mailCampaignId=letter-${campaignId}`;
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
    expect(await readStatus(campaignId)).toBe('sent');
  });

  it.each([
    ['<img src=x onerror=alert(1)>', 'a <script>alert(1)</script> b'],
    ['"\'>&lt;', '[a "b" <i>](/media/?x="><b>)'],
    ['{brand} {unknown} {{', '{phone} **{email}** %{brand}'],
  ])('is rendered as text, whatever it contains: %j', async (subject, markdown) => {
    await insertNewsletterSubscribers(backend, 1);
    const campaignId = await createTestCampaign(backend, {
      texts: [{ languageCode: 'en', subject, markdown }],
    });
    await trySendCampaign(backend, campaignId);
    await deliverCampaign();
    const html = backend.mails[0]?.html ?? '';
    expect(html).not.toMatch(/<script|<img src=x|<i>|<b>\)/);
    expect(html).toContain('</html>');
  });

  const texts = (subject: string, markdown: string, languageCode = 'en') => [
    { languageCode, subject, markdown },
  ];
  const refusals: readonly (readonly [string, Partial<CampaignDraft>, object])[] = [
    ['no name', { name: ' ' }, { code: 'name' }],
    ['a name with a line break', { name: 'a\nb' }, { code: 'name' }],
    ['an unknown campaign type', { kind: 'spam' }, { code: 'kind' }],
    ['no site', { siteKeys: [] }, { code: 'no_site' }],
    ['an unknown site', { siteKeys: ['nowhere'] }, { code: 'site_unknown', siteKey: 'nowhere' }],
    ['no text', { texts: [] }, { code: 'no_text' }],
    ['an unknown language', { texts: texts('a', 'b', 'xx') }, { code: 'language_unknown' }],
    ['a duplicate language', { texts: [...texts('a', 'b'), ...texts('a', 'b')] }, { code: 'language_twice' }],
    ['a link with a script URL', { texts: texts('a', '[x](javascript:alert(1))') }, { code: 'text' }],
    ['a link without a host', { texts: texts('a', '[x](https://)') }, { code: 'text' }],
    ['a link without https', { texts: texts('a', '[x](http://a.example)') }, { code: 'text' }],
    ['a subject with a line break', { texts: texts('a\r\nBcc: x@y.example', 'b') }, { code: 'text' }],
    ['unclosed bold text', { texts: texts('a', '**b') }, { code: 'text' }],
    ['a text of one megabyte', { texts: texts('a', 'x'.repeat(1024 * 1024)) }, { code: 'text' }],
    ['a NUL character', { texts: texts('a', 'x\u0000') }, { code: 'text' }],
    ['an unknown campaign id', { campaignId: 999_999 }, { code: 'campaign_unknown' }],
  ];
  it.each(refusals)('is refused with %s, and no data is written', async (_case, changes, fault) => {
    expect(await trySaveCampaign(backend, { ...draft, ...changes })).toMatchObject({
      outcome: 'refused',
      fault,
    });
    expect(await backend.database.$count(campaign)).toBe(0);
  });

  it('is not sent if a language of its readers is missing or a link is dead', async () => {
    await insertNewsletterSubscribers(backend, 2, { languageId: 1 });
    const campaignId = await createTestCampaign(backend, { texts: texts('Hi', '[gone](/nowhere/)') });
    const problems = [
      { code: 'language_missing', languageCode: 'nl', readers: 2 },
      { code: 'link_dead', languageCode: 'en', siteKey: 'havero-nl', path: '/nowhere/' },
    ];
    expect(
      await findCampaignProblems(backend.database, await readCampaignScope(backend), campaignId),
    ).toEqual(problems);
    expect(await trySendCampaign(backend, campaignId)).toEqual({
      outcome: 'refused',
      fault: { code: 'not_ready', problems },
    });
    expect(await readStatus(campaignId)).toBe('draft');
  });

  it('is not blocked by readers of a language that the site no longer has, and is not sent to them', async () => {
    await insertNewsletterSubscribers(backend, 1);
    await insertNewsletterSubscribers(backend, 2, { languageId: 3, prefix: 'danish' });
    const campaignId = await createTestCampaign(backend);
    expect(
      await findCampaignProblems(backend.database, await readCampaignScope(backend), campaignId),
    ).toEqual([]);
    await trySendCampaign(backend, campaignId);
    await deliverCampaign();
    expect(backend.mails.map(({ recipient }) => recipient)).toEqual(['reader-1@stal.example']);
    expect(await readStatus(campaignId)).toBe('sent');
  });

  it('is changed as a draft only, and sent once', async () => {
    await insertNewsletterSubscribers(backend, 1);
    const campaignId = await createTestCampaign(backend);
    expect(await createTestCampaign(backend, { campaignId, name: 'Another' })).toBe(campaignId);
    await trySendCampaign(backend, campaignId);
    expect(await trySaveCampaign(backend, { ...draft, campaignId })).toMatchObject({
      fault: { code: 'state' },
    });
    expect(await trySendCampaign(backend, campaignId)).toMatchObject({
      fault: { code: 'state', status: 'sending' },
    });
  });

  it('is sent as a test to one address, once in each language, and to no reader', async () => {
    await insertNewsletterSubscribers(backend, 3);
    const campaignId = await createTestCampaign(backend);
    const ask = (emailAddress: string) =>
      backend.database.transaction('change-campaign', (transaction) =>
        sendTestCampaign(transaction, campaignCommandContext, { campaignId, emailAddress }),
      );
    expect(await ask('nobody')).toMatchObject({ fault: { code: 'address' } });
    await ask('staff@havero.example');
    await backend.runJob('queue');
    await backend.runJob('queue');
    expect(backend.mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['staff@havero.example', 'Winter op stal'],
      ['staff@havero.example', 'Winter in the stable at Havero'],
    ]);
    const [row] = await backend.database.select().from(campaign);
    expect(row).toMatchObject({ status: 'draft', testAddress: null });
  });

  it('is sent at its rate, can be paused and resumed, and when it is ended, withdraws unsent mails', async () => {
    await insertNewsletterSubscribers(backend, 500);
    const campaignId = await createTestCampaign(backend);
    await trySendCampaign(backend, campaignId);
    const count = () => backend.database.$count(outboxMail);
    await backend.runJob('campaigns');
    expect(await count()).toBe(1);
    // Ten a second: mails missed earlier than that are not sent at a higher rate.
    advanceFixtureClock(backend, 2000);
    await backend.runJob('campaigns');
    expect(await count()).toBe(21);
    await change(pauseCampaign, campaignId);
    advanceFixtureClock();
    await backend.runJob('campaigns');
    expect(await count()).toBe(21);
    expect(await change(pauseCampaign, campaignId)).toMatchObject({ fault: { status: 'paused' } });
    await change(resumeCampaign, campaignId);
    await backend.runJob('campaigns');
    expect(await count()).toBe(22);
    await change(cancelCampaign, campaignId);
    expect(await count()).toBe(0);
    await deliverCampaign();
    expect(backend.mails).toEqual([]);
    expect(await change(resumeCampaign, campaignId)).toMatchObject({ fault: { status: 'cancelled' } });
  });

  it('reaches a mailbox once, also one subscribed on two of its sites, and no later subscriber', async () => {
    await insertNewsletterSubscribers(backend, 2);
    await insertNewsletterSubscribers(backend, 2, { siteId: 2 });
    const campaignId = await createTestCampaign(backend, { siteKeys: ['havero-nl', 'havero-be'] });
    await trySendCampaign(backend, campaignId);
    await insertNewsletterSubscribers(backend, 1, { prefix: 'late' });
    await deliverCampaign();
    expect(backend.mails.map(({ recipient }) => recipient).toSorted()).toEqual([
      'reader-1@stal.example',
      'reader-2@stal.example',
    ]);
  });

  it('does not reach readers who unsubscribe meanwhile, whether their mail waits or is not written yet', async () => {
    await insertNewsletterSubscribers(backend, 40);
    const campaignId = await createTestCampaign(backend);
    await trySendCampaign(backend, campaignId);
    advanceFixtureClock(backend, 1500);
    await backend.runJob('campaigns');
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
    await deliverCampaign();
    const reached = backend.mails.map(({ recipient }) => recipient);
    expect(reached).toHaveLength(38);
    expect(reached).not.toContain('reader-1@stal.example');
    expect(reached).not.toContain('reader-40@stal.example');
  });

  it('reaches subscribers of its type only', async () => {
    await insertNewsletterSubscribers(backend, 4);
    const wants = (of: string, newsletter: boolean, offers: boolean) =>
      backend.database
        .update(newsletterSubscriber)
        .set({ newsletter, offers })
        .where(eq(newsletterSubscriber.emailAddress, `reader-${of}@stal.example`));
    await wants('2', false, true);
    await wants('3', true, true);
    const send = async (kind: 'newsletter' | 'offers') => {
      backend.mails.length = 0;
      await trySendCampaign(backend, await createTestCampaign(backend, { kind }));
      await deliverCampaign();
      return backend.mails.map(({ recipient }) => recipient.split('@')[0]).toSorted();
    };
    expect(await send('newsletter')).toEqual(['reader-1', 'reader-3', 'reader-4']);
    expect(await send('offers')).toEqual(['reader-2', 'reader-3']);
  });

  it('is included in the report of the conversion call: visits, carts, orders and revenue', async () => {
    const campaignId = await createTestCampaign(backend);
    const mailCampaignId = `letter-${campaignId}`;
    for (let at = 0; at < 3; at += 1) await call('reportConversion', { query: { mailCampaignId } });
    const { body: cart } = await call('createCart', { query: { mailCampaignId } });
    expect(cart.mailCampaignId).toBe(mailCampaignId);
    const id = await openOrderableCart([[VARIANT, 1]]);
    await call('reportConversion', { query: { mailCampaignId } }, { cookie: `cart=${id}` });
    expect((await place(id)).status).toBe(200);
    expect(await findCampaignReport(backend.database, campaignId)).toMatchObject({
      mailCampaignId,
      visits: 4,
      carts: 2,
      orders: 1,
      revenue: 0,
    });
    expect(await findCampaignReport(backend.database, 999_999)).toBeUndefined();
  });
});

describe('the list of subscribers', () => {
  it('is written to a new file that only its owner can read, and overwrites no other file', async () => {
    await insertNewsletterSubscribers(backend, 2);
    const folder = await mkdtemp(path.join(tmpdir(), 'subscribers-'));
    const list = async (file: string) => {
      const place = { database: backend.database, workingDirectory: folder };
      const done = await runCommand(campaignCommand, ['subscribers', '--export', file], place);
      return [done?.exit, done?.told];
    };
    expect(await list('readers.csv')).toEqual([0, expect.stringContaining('2 addresses were written to')]);
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
    fixture = await openBackendFixture({
      mailTransport: createSmtpTransport(parseSmtpUrl(`smtp://127.0.0.1:${mailServer.port}`)),
      mailFrom: 'shop@havero.example',
    });
  });
  afterAll(async () => {
    await fixture?.close();
    await mailServer?.close();
  });

  it('waits while the server is unavailable, limits the number of written mails, and continues automatically', async () => {
    await insertNewsletterSubscribers(fixture, 1500);
    const campaignId = await createTestCampaign(fixture);
    await trySendCampaign(fixture, campaignId);
    mailServer.answer = { at: 'recipient', code: 450 };
    for (let at = 0; at < 20; at += 1) {
      advanceFixtureClock(fixture, 10_000);
      await fixture.runJob('campaigns');
    }
    const waiting = await fixture.database.$count(outboxMail);
    expect(waiting).toBeGreaterThanOrEqual(600);
    expect(waiting).toBeLessThanOrEqual(700);
  }, 120_000);

  it('yields to visitors between its batches and between its mails, which would take hundreds of turns', async () => {
    await deleteCampaignsAndMails(fixture);
    await insertNewsletterSubscribers(fixture, 100);
    const campaignId = await createTestCampaign(fixture);
    await trySendCampaign(fixture, campaignId);
    let turns = 0;
    const count = () => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    const countJobRuns = async (job: string) => {
      turns = 0;
      await fixture.runJob(job);
      return turns;
    };
    // One mail is due at once, then a hundred: two batches.
    await countJobRuns('campaigns');
    advanceFixtureClock(fixture, 10_000);
    const before = await fixture.database.$count(outboxMail);
    const written = await countJobRuns('campaigns');
    expect((await fixture.database.$count(outboxMail)) - before).toBe(99);
    expect(written).toBeGreaterThanOrEqual(2);
    // Deleted mails: their items find nothing to send.
    await fixture.database.delete(outboxMail);
    expect(await countJobRuns('queue')).toBeGreaterThanOrEqual(100);
    clearImmediate(turn);
    await deleteCampaignsAndMails(fixture);
  }, 120_000);

  it('does not delay other mails', async () => {
    await deleteCampaignsAndMails(fixture);
    mailServer.answer = 'take';
    mailServer.received.length = 0;
    await insertNewsletterSubscribers(fixture, 400);
    const campaignId = await createTestCampaign(fixture);
    await trySendCampaign(fixture, campaignId);
    for (let at = 0; at < 4; at += 1) {
      advanceFixtureClock(fixture, 10_000);
      await fixture.runJob('campaigns');
    }
    // More than one run of the outbox can send.
    expect(await fixture.database.$count(outboxMail)).toBeGreaterThan(300);
    await createBackendCaller(() => fixture).call('requestNewsletter', {
      body: { emailAddress: 'buyer@stal.example' },
    });
    await fixture.runJob('queue');
    expect(mailServer.received.flatMap(({ to }) => to)).toContain('buyer@stal.example');
    await deleteCampaignsAndMails(fixture);
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
    fixture = await openBackendFixture({
      mailTransport: createSmtpTransport(parseSmtpUrl(`smtp://127.0.0.1:${mailServer.port}`)),
      mailFrom: 'shop@havero.example',
      campaignMailsPerMinute: PACE,
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
    await deleteCampaignsAndMails(fixture);
  });
  afterAll(async () => {
    await fixture?.close();
    await mailServer?.close();
  });

  const readCampaignStatus = async () => (await fixture.database.select().from(campaign))[0]?.status;

  it('does not wait for mailboxes that defer it, and gives up those that refuse it', async () => {
    const addresses = await insertNewsletterSubscribers(fixture, READERS);
    // More mailboxes than it sends in a minute are full for days.
    for (const address of addresses.slice(0, PACE + 20)) mailServer.codes.set(address, 452);
    const refused = addresses.slice(-3);
    for (const address of refused) mailServer.codes.set(address, 550);
    const campaignId = await createTestCampaign(fixture);
    await trySendCampaign(fixture, campaignId);
    for (let at = 0; at < 30 && (await readCampaignStatus()) === 'sending'; at += 1) {
      advanceFixtureClock(fixture, 10_000);
      await fixture.runJob('campaigns');
      await fixture.runJob('queue');
    }
    expect(await readCampaignStatus()).toBe('sent');
    const reached = addresses.slice(PACE + 20, -3);
    expect(mailServer.received.flatMap(({ to }) => to).toSorted()).toEqual(reached.toSorted());
    expect(await findCampaignReport(fixture.database, campaignId)).toMatchObject({
      sent: reached.length,
      waiting: PACE + 20,
      failed: refused.length,
    });
  }, 120_000);

  it.each([1, 2])(
    'reaches every subscriber once and no unsubscribed one, wherever its process dies: seed %i',
    async (seed) => {
      const random = createSeededRandom(seed).next;
      const addresses = await insertNewsletterSubscribers(fixture, READERS);
      const campaignId = await createTestCampaign(fixture);
      await trySendCampaign(fixture, campaignId);
      const leaving = new Set<string>();
      let deaths = 0;
      const run = async (job: string) => {
        if (random() < 0.6) left = Math.floor(random() * 80);
        await fixture.runJob(job);
        if (left < 0) deaths += 1;
        revive();
      };
      const isDone = async () =>
        (await readCampaignStatus()) === 'sent' &&
        (await fixture.database.$count(outboxMail, isNull(outboxMail.sentAt))) === 0;
      for (let at = 0; at < 100 && !(await isDone()); at += 1) {
        advanceFixtureClock(fixture, 10_000);
        await run('campaigns');
        await run('queue');
        // After ten minutes, another process takes over the work of a dead one.
        if (at % 5 === 4) advanceFixtureClock(fixture, 10 * MINUTE_MS);
        const [next] = addresses.filter(
          (address) => !mailServer.attempts.includes(address) && !leaving.has(address),
        );
        if (at % 2 === 0 || next === undefined) continue;
        const [reader] = await fixture.database
          .select({ token: newsletterSubscriber.unsubscribeKey })
          .from(newsletterSubscriber)
          .where(eq(newsletterSubscriber.emailAddress, next));
        if (!reader) continue;
        const { status } = await createBackendCaller(() => fixture).call('endNewsletter', { body: reader });
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
