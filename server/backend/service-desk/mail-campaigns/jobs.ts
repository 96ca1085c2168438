import { setImmediate } from 'node:timers/promises';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { NEWSLETTER_UNSUBSCRIBE_PATH } from '../../../../shared/rules/path-constants.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { getRetentionLimit } from '../../core/privacy/retention.ts';
import type { Worker } from '../../core/queue/attempts.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { countWaitingCampaignMails } from '../../core/queue/waiting-items.ts';
import { createToken } from '../../core/security/token.ts';
import { lockSubscribers } from '../../customers/newsletter/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { composeCampaign, getCampaignMailKind, getMailCampaignId } from './compose-campaign.ts';
import {
  type CampaignWithTexts,
  deleteOldCampaignRecipients,
  hasSendingCampaign,
  insertCampaignRecipient,
  lockCampaign,
  lockSendingCampaign,
  updateCampaign,
} from './queries.ts';
import { campaignRetention } from './retention.ts';
import type { SitesAndLanguages } from './service.ts';

/**
 * Number of mails that one transaction writes. It limits how long other work waits for the embedded database.
 */
const RECIPIENT_BATCH_SIZE = 50;
/**
 * Maximum backlog in milliseconds that is caught up at once, so that the configured rate is not exceeded for
 * the mail server.
 */
const MAX_CATCH_UP_MS = 10_000;
/**
 * Number of minutes' worth of mails that may be deferred by the mail server. A few full mailboxes must not
 * delay the others; a server that defers every mail must not be handed all of them.
 */
const MAX_MINUTES_OF_DEFERRED_MAILS = 10;

export interface CampaignJobDeps {
  readonly database: Database;
  readonly mailWriter: MailWriter;
  readonly sites: SiteDirectory;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Value of `CAMPAIGN_MAILS_PER_MINUTE`. */
  readonly campaignMailsPerMinute: number;
}

type CampaignMail = Parameters<MailWriter['putMail']>[1];

/**
 * Returns a function that composes a campaign for a site and language. The result is cached for all
 * subscribers of the pair.
 */
function createCampaignComposer(
  mailWriter: MailWriter,
  { sites, languages }: SitesAndLanguages,
  campaign: CampaignWithTexts,
) {
  const siteHosts = new Set(
    sites.flatMap((site) =>
      [site.site.fallbackLanguageId, ...site.languages.map(({ languageId }) => languageId)].map(
        (languageId) => new URL(mailWriter.getOrigin(site, languageId)).host,
      ),
    ),
  );
  const mailCampaignId = getMailCampaignId(campaign.campaignId);
  const mailsByLanguage = new Map<
    string,
    Pick<CampaignMail, 'site' | 'language' | 'compose' | 'mailCampaignId'>
  >();

  /** @returns undefined if the campaign has no text in this language, or the site no longer offers it */
  return (siteId: number, languageId: number) => {
    const key = `${siteId} ${languageId}`;
    const known = mailsByLanguage.get(key);
    if (known) return known;
    const site = sites.find((record) => record.site.siteId === siteId);
    const language = languages.find((record) => record.languageId === languageId);
    const isOfferedLanguage = site?.languages.some((record) => record.languageId === languageId);
    const text = campaign.texts.find((record) => record.languageId === languageId);
    if (!site || !language || !text || !isOfferedLanguage) return undefined;
    const content = composeCampaign(text, {
      site,
      language,
      t: mailWriter.getTranslate(site, language),
      origin: mailWriter.getOrigin(site, languageId),
      siteHosts,
      mailCampaignId,
      kind: campaign.kind,
    });
    const mail = { site, language, mailCampaignId, compose: () => content };
    mailsByLanguage.set(key, mail);
    return mail;
  };
}

async function readSitesAndLanguages(sites: SiteDirectory): Promise<SitesAndLanguages> {
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
export function createSendCampaignsJob(deps: CampaignJobDeps): Job {
  const { database, mailWriter, sites, clock, campaignMailsPerMinute } = deps;
  const msPerMail = MINUTE_MS / campaignMailsPerMinute;

  /** @returns whether the next batch may be written immediately */
  async function writeBatch(transaction: Database, scope: SitesAndLanguages): Promise<boolean> {
    const campaign = await lockSendingCampaign(transaction);
    if (!campaign) return false;
    const now = new Date(clock());
    const dueSince = Math.max(campaign.nextAt?.getTime() ?? now.getTime(), now.getTime() - MAX_CATCH_UP_MS);
    const due = Math.floor((now.getTime() - dueSince) / msPerMail) + 1;
    if (dueSince > now.getTime()) return false;
    const limit = Math.min(due, RECIPIENT_BATCH_SIZE);
    const { campaignId, kind, siteIds } = campaign;
    const readers = await lockSubscribers(transaction, {
      kind,
      siteIds,
      after: campaign.lastSubscriberId,
      upTo: campaign.endSubscriberId,
      limit,
    });
    const last = readers.at(-1);
    if (!last) {
      await updateCampaign(transaction, campaignId, { status: 'sent', endedAt: now, nextAt: null });
      return true;
    }
    const getMail = createCampaignComposer(mailWriter, scope, campaign);
    let writtenMails = 0;
    for (const { siteId, languageId, emailAddress, unsubscribeKey } of readers) {
      const mail = getMail(siteId, languageId);
      if (!mail || !(await insertCampaignRecipient(transaction, campaignId, emailAddress, now))) continue;
      await mailWriter.putMail(transaction, {
        ...mail,
        kind: getCampaignMailKind(campaign),
        recipient: emailAddress,
        now,
        createUnsubscribeUrl: createUnsubscribeUrl(unsubscribeKey),
      });
      writtenMails += 1;
    }
    await updateCampaign(transaction, campaignId, {
      lastSubscriberId: last.subscriberId,
      writtenCount: campaign.writtenCount + writtenMails,
      nextAt: new Date(Math.ceil(dueSince + writtenMails * msPerMail)),
    });
    return due > limit;
  }

  async function isOutboxFull(): Promise<boolean> {
    const maxWaiting = Math.max(campaignMailsPerMinute, RECIPIENT_BATCH_SIZE);
    const { neverTried: untried, all } = await countWaitingCampaignMails(
      database,
      maxWaiting * MAX_MINUTES_OF_DEFERRED_MAILS,
    );
    return untried >= maxWaiting || all >= maxWaiting * MAX_MINUTES_OF_DEFERRED_MAILS;
  }

  return {
    name: 'campaigns',
    intervalMs: 1000,
    async run(signal) {
      if (!(await hasSendingCampaign(database))) return;
      const scope = await readSitesAndLanguages(sites);
      let hasNextBatch = true;
      while (hasNextBatch && !signal.aborted) {
        if (await isOutboxFull()) return;
        hasNextBatch = await database.transaction('send-campaigns', (transaction) =>
          writeBatch(transaction, scope),
        );
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
export function createCampaignTestWorker(deps: Omit<CampaignJobDeps, 'campaignMailsPerMinute'>): Worker {
  const { database, mailWriter, sites, clock } = deps;
  return {
    retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS],
    async run({ payload: { campaignId } }) {
      if (typeof campaignId !== 'number') return;
      const scope = await readSitesAndLanguages(sites);
      await database.transaction('test-campaign', async (transaction) => {
        const campaign = await lockCampaign(transaction, campaignId);
        if (!campaign || campaign.testAddress === null) return;
        const { testAddress, siteIds } = campaign;
        const getMail = createCampaignComposer(mailWriter, scope, campaign);
        for (const { languageId } of campaign.texts) {
          const mail = scope.sites
            .filter(
              ({ site, languages }) =>
                siteIds.includes(site.siteId) && languages.some((row) => row.languageId === languageId),
            )
            .map(({ site }) => getMail(site.siteId, languageId))
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
        await updateCampaign(transaction, campaignId, { testAddress: null });
      });
    },
  };
}

/** Creates the job that deletes old campaign recipients. */
export function createRecipientCleanupJob({
  database,
  clock,
}: Pick<CampaignJobDeps, 'database' | 'clock'>): Job {
  return {
    name: 'campaign-recipients',
    intervalMs: 60 * MINUTE_MS,
    isIrrevocable: true,
    run: () =>
      deleteOldCampaignRecipients(
        database,
        getRetentionLimit(campaignRetention.campaignRecipients, new Date(clock())),
      ),
  };
}
