import { getPublicOrigin, type PublicAddress } from '../../../shared/rules/public-origin.ts';
import type { Database } from '../database/database.ts';
import { getBrandName } from '../scope/placeholders.ts';
import type { LanguageRecord, SiteRecord } from '../scope/site-record.ts';
import type { MailTexts, MailTranslate } from './mail-texts.ts';
import { insertMail } from './queries.ts';
import { type MailContent, renderMail } from './render-mail.ts';

/** A mail that shall be sent: for whom, in the name of which site, and what it says. */
export interface MailToSend {
  /** Name of the kind of mail, in kebab case: 'stock-reminder-confirm'. */
  readonly kind: string;
  readonly site: SiteRecord;
  readonly language: LanguageRecord;
  /** One address, checked by `isEmailAddress`. */
  readonly recipient: string;
  readonly now: Date;
  /** False: all is done but the mail, so that the time it takes tells nobody whether there is one. */
  readonly isWanted?: boolean;
  /**
   * Says it. `t` knows `%{brand}` by itself.
   *
   * @param origin scheme and host of the site in the mail's language, without a slash at the end: links begin with it
   */
  readonly compose: (t: MailTranslate, origin: string) => MailContent;
  /** Ids of stored documents that travel with it. */
  readonly documents?: readonly number[];
  /** Letter that it is one of: its link to the shop says so, as `mailCampaignId`. */
  readonly campaignId?: string;
  /** Where the recipient ends these mails; asked for by mail that nobody orders one by one. */
  readonly createUnsubscribeUrl?: (origin: string) => string;
}

export interface MailWriter {
  /**
   * Lays a mail into the outbox. In the transaction of what it tells of, so that neither exists without the other; a job
   * sends it soon after the commit. Rendered now: it says what was true at this moment.
   */
  putMail(transaction: Database, mail: MailToSend): Promise<void>;
  /** The texts of mails as a site says them. */
  getTranslate(site: SiteRecord, language: LanguageRecord): MailTranslate;
  /** Scheme and host of a site in a language. */
  getOrigin(site: SiteRecord, languageId: number): string;
}

export interface MailWriterOptions {
  readonly texts: MailTexts;
  readonly publicAddress: PublicAddress;
}

/**
 * Kinds of mails that a visitor can cause for any mailbox, since they enter its address. A mailbox gets so many of them in 24 hours; what
 * the mail is about goes on without it. Mails that carry documents, and all other kinds, are never dropped.
 */
const openKinds: readonly string[] = [
  'newsletter-confirm',
  'order-cancelled',
  'order-received',
  'order-unpaid',
  'review-confirm',
  'stock-reminder-confirm',
];
const MOST_OPEN_PER_DAY = 20;

/** Makes the writer of mails. */
export function createMailWriter({ texts, publicAddress }: MailWriterOptions): MailWriter {
  const getOrigin = (site: SiteRecord, languageId: number): string => {
    const own = site.languages.find((row) => row.languageId === languageId);
    return getPublicOrigin(own?.domain ?? site.site.domain, publicAddress);
  };
  const getTranslate = (site: SiteRecord, language: LanguageRecord): MailTranslate =>
    texts.getTranslate(language.code, getBrandName(site));
  return {
    getOrigin,
    getTranslate,
    async putMail(transaction, mail) {
      const { kind, site, language, recipient, now, isWanted = true, documents = [] } = mail;
      const { compose, campaignId, createUnsubscribeUrl } = mail;
      const origin = getOrigin(site, language.languageId);
      const t = getTranslate(site, language);
      const unsubscribeUrl = createUnsubscribeUrl?.(origin);
      const rendered = renderMail(compose(t, origin), {
        site,
        language,
        origin,
        t,
        campaignId,
        unsubscribeUrl,
      });
      const { subject, text, html } = rendered;
      await insertMail(
        transaction,
        {
          kind,
          siteId: site.site.siteId,
          languageId: language.languageId,
          recipient,
          subject,
          text,
          html,
          unsubscribeUrl: unsubscribeUrl ?? null,
          documents,
          now,
          limit:
            openKinds.includes(kind) && documents.length === 0
              ? { kinds: openKinds, perDay: MOST_OPEN_PER_DAY }
              : null,
        },
        isWanted,
      );
      if (isWanted) transaction.wake('events');
    },
  };
}
