import { setImmediate } from 'node:timers/promises';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { NEWSLETTER_UNSUBSCRIBE_PATH } from '../../../../shared/rules/urls.ts';
import type { Database } from '../../database/database.ts';
import type { QueuedJob } from '../../jobs/job-queue.ts';
import type { Job } from '../../jobs/job-runner.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import { countWaitingLetters } from '../../outbox/queries.ts';
import { getRetentionLimit } from '../../privacy/retention.ts';
import type { Worker } from '../../queue/drain-queue.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import { createToken } from '../../security/token.ts';
import { lockReaders } from '../newsletter/queries.ts';
import { composeLetter, getCampaignId, getMailKind } from './compose-letter.ts';
import {
  deleteOldRecipients,
  isAnySending,
  lockLetter,
  lockSendingLetter,
  noteRecipient,
  updateLetter,
  type WholeLetter,
} from './queries.ts';
import type { LetterScope } from './service.ts';

/**
 * Number of mails that one transaction writes. It limits how long other work waits for the embedded database.
 */
const BATCH = 50;
/**
 * Maximum backlog in milliseconds that is caught up at once, so that the configured rate is not exceeded for
 * the mail server.
 */
const CATCH_UP_MS = 10_000;
/**
 * Number of minutes' worth of mails that may be deferred by the mail server. A few full mailboxes must not
 * delay the others; a server that defers every mail must not be handed all of them.
 */
const MOST_PUT_OFF = 10;

export interface LetterJobDeps {
  readonly database: Database;
  readonly mailWriter: MailWriter;
  readonly sites: SiteDirectory;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Value of `LETTERS_PER_MINUTE`. */
  readonly lettersPerMinute: number;
}

type LetterMail = Parameters<MailWriter['putMail']>[1];

/**
 * Returns a function that composes a campaign for a site and language. The result is cached for all
 * subscribers of the pair.
 */
function createLetterWriter(mailWriter: MailWriter, { sites, languages }: LetterScope, letter: WholeLetter) {
  const ownHosts = new Set(
    sites.flatMap((site) =>
      [site.site.fallbackLanguageId, ...site.languages.map(({ languageId }) => languageId)].map(
        (languageId) => new URL(mailWriter.getOrigin(site, languageId)).host,
      ),
    ),
  );
  const campaignId = getCampaignId(letter.letterId);
  const said = new Map<string, Pick<LetterMail, 'site' | 'language' | 'compose' | 'campaignId'>>();

  /** @returns undefined if the campaign has no text in this language, or the site no longer offers it */
  return (siteId: number, languageId: number) => {
    const key = `${siteId} ${languageId}`;
    const known = said.get(key);
    if (known) return known;
    const site = sites.find((record) => record.site.siteId === siteId);
    const language = languages.find((record) => record.languageId === languageId);
    const isSpoken = site?.languages.some((record) => record.languageId === languageId);
    const text = letter.texts.find((record) => record.languageId === languageId);
    if (!site || !language || !text || !isSpoken) return undefined;
    const content = composeLetter(text, {
      site,
      language,
      t: mailWriter.getTranslate(site, language),
      origin: mailWriter.getOrigin(site, languageId),
      ownHosts,
      campaignId,
      kind: letter.kind,
    });
    const mail = { site, language, campaignId, compose: () => content };
    said.set(key, mail);
    return mail;
  };
}

async function readScope(sites: SiteDirectory): Promise<LetterScope> {
  return { sites: await sites.listSites(), languages: await sites.listLanguages() };
}

const createUnsubscribeUrl = (token: string) => (origin: string) =>
  `${origin}${NEWSLETTER_UNSUBSCRIBE_PATH}?token=${token}`;

/**
 * Creates the job that writes campaign mails to subscribers, one campaign at a time and at the configured
 * rate. Each mail is written in the transaction that records its recipient and advances the campaign, so that
 * another process can continue after a crash. The job only writes as many mails as the outbox can deliver:
 * campaigns wait while the mail server is down.
 */
export function createSendLetters(deps: LetterJobDeps): Job {
  const { database, mailWriter, sites, clock, lettersPerMinute } = deps;
  const costMs = MINUTE_MS / lettersPerMinute;

  /** @returns whether the next batch may be written immediately */
  async function writeBatch(transaction: Database, scope: LetterScope): Promise<boolean> {
    const letter = await lockSendingLetter(transaction);
    if (!letter) return false;
    const now = new Date(clock());
    const dueSince = Math.max(letter.nextAt?.getTime() ?? now.getTime(), now.getTime() - CATCH_UP_MS);
    const due = Math.floor((now.getTime() - dueSince) / costMs) + 1;
    if (dueSince > now.getTime()) return false;
    const limit = Math.min(due, BATCH);
    const { letterId, kind, siteIds } = letter;
    const readers = await lockReaders(transaction, {
      kind,
      siteIds,
      after: letter.lastSubscriberId,
      upTo: letter.endSubscriberId,
      limit,
    });
    const last = readers.at(-1);
    if (!last) {
      await updateLetter(transaction, letterId, { status: 'sent', endedAt: now, nextAt: null });
      return true;
    }
    const say = createLetterWriter(mailWriter, scope, letter);
    let written = 0;
    for (const { siteId, languageId, emailAddress, unsubscribeKey } of readers) {
      const mail = say(siteId, languageId);
      if (!mail || !(await noteRecipient(transaction, letterId, emailAddress, now))) continue;
      await mailWriter.putMail(transaction, {
        ...mail,
        kind: getMailKind(letter),
        recipient: emailAddress,
        now,
        createUnsubscribeUrl: createUnsubscribeUrl(unsubscribeKey),
      });
      written += 1;
    }
    await updateLetter(transaction, letterId, {
      lastSubscriberId: last.subscriberId,
      writtenCount: letter.writtenCount + written,
      nextAt: new Date(Math.ceil(dueSince + written * costMs)),
    });
    return due > limit;
  }

  async function isOutboxFull(): Promise<boolean> {
    const most = Math.max(lettersPerMinute, BATCH);
    const { untried, all } = await countWaitingLetters(database, most * MOST_PUT_OFF);
    return untried >= most || all >= most * MOST_PUT_OFF;
  }

  return {
    name: 'letters',
    intervalMs: 1000,
    async run(signal) {
      if (!(await isAnySending(database))) return;
      const scope = await readScope(sites);
      let goesOn = true;
      while (goesOn && !signal.aborted) {
        if (await isOutboxFull()) return;
        goesOn = await database.transaction('send-letters', (transaction) => writeBatch(transaction, scope));
        // The embedded database never yields to the event loop: this lets requests run between batches.
        await setImmediate();
      }
    },
  };
}

/**
 * Creates the worker that writes a test of a campaign: one mail in each language, from the first of its sites
 * that offers the language.
 */
export function createLetterTestWorker(deps: Omit<LetterJobDeps, 'lettersPerMinute'>): Worker<QueuedJob> {
  const { database, mailWriter, sites, clock } = deps;
  return {
    waitsMs: [MINUTE_MS, 5 * MINUTE_MS],
    async run({ payload: { letterId } }) {
      if (typeof letterId !== 'number') return;
      const scope = await readScope(sites);
      await database.transaction('test-letter', async (transaction) => {
        const letter = await lockLetter(transaction, letterId);
        if (!letter || letter.testAddress === null) return;
        const { testAddress, siteIds } = letter;
        const say = createLetterWriter(mailWriter, scope, letter);
        for (const { languageId } of letter.texts) {
          const mail = scope.sites
            .filter(
              ({ site, languages }) =>
                siteIds.includes(site.siteId) && languages.some((row) => row.languageId === languageId),
            )
            .map(({ site }) => say(site.siteId, languageId))
            .find((found) => found !== undefined);
          if (!mail) continue;
          await mailWriter.putMail(transaction, {
            ...mail,
            kind: 'letter-test',
            recipient: testAddress,
            now: new Date(clock()),
            // The token belongs to no subscriber: the page can be viewed, and ends no subscription.
            createUnsubscribeUrl: createUnsubscribeUrl(createToken()),
          });
        }
        await updateLetter(transaction, letterId, { testAddress: null });
      });
    },
  };
}

/** Creates the job that deletes old campaign recipients. */
export function createForgetRecipients({ database, clock }: Pick<LetterJobDeps, 'database' | 'clock'>): Job {
  return {
    name: 'letter-recipients',
    intervalMs: 60 * MINUTE_MS,
    isIrrevocable: true,
    run: () => deleteOldRecipients(database, getRetentionLimit('letterRecipients', new Date(clock()))),
  };
}
