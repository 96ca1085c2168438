import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';
import type { Database } from '../database/database.ts';
import type { MailContent } from './mail-content.ts';
import type { MailLanguage, MailSite } from './mail-site.ts';
import type { MailTexts, MailTranslate } from './mail-texts.ts';
import { insertMail } from './queries.ts';
import { renderMail } from './render-mail.tsx';

/** Mail to send: recipient, site and content. */
export interface MailToSend {
  /** Type of mail in kebab case: 'stock-reminder-confirm'. */
  readonly kind: string;
  readonly site: MailSite;
  readonly language: MailLanguage;
  /** One address, validated by `isEmailAddress`. */
  readonly recipient: string;
  readonly now: Date;
  /**
   * If false, all work is done except sending the mail, so that the response time does not reveal whether
   * there is one.
   */
  readonly isWanted?: boolean;
  /**
   * Returns the content. `t` replaces `%{brand}` automatically.
   *
   * @param origin scheme and host of the site in the mail's language, without a trailing slash; prefix of
   *   links
   */
  readonly compose: (t: MailTranslate, origin: string) => MailContent;
  /** Ids of stored documents to attach. */
  readonly documents?: readonly number[];
  /** Campaign of the mail, which its link to the shop contains as `mailCampaignId`. */
  readonly mailCampaignId?: string;
  /**
   * Returns the URL at which the recipient unsubscribes; required for mail that is not sent on individual
   * request.
   */
  readonly createUnsubscribeUrl?: (origin: string) => string;
}

export interface MailWriter {
  /**
   * Puts a mail into the outbox. Call it in the transaction that causes the mail, so that both commit or roll
   * back together; a job sends it soon after the commit. The mail is rendered immediately, with the data of
   * this moment.
   */
  putMail(transaction: Database, mail: MailToSend): Promise<void>;
  /** Returns the mail texts for a site. */
  getTranslate(site: MailSite, language: MailLanguage): MailTranslate;
  /** Returns scheme and host of a site in a language. */
  getOrigin(site: MailSite, languageId: number): string;
}

export interface MailWriterOptions {
  readonly texts: MailTexts;
  readonly publicAddress: PublicAddress;
}

/**
 * Types of mails that a visitor can cause for any address by entering it. Their number per address is limited
 * in 24 hours; further ones are dropped silently. Mails with documents and all other types are never dropped.
 */
const publiclyTriggeredKinds: readonly string[] = [
  'newsletter-confirm',
  'order-cancelled',
  'order-received',
  'order-unpaid',
  'review-confirm',
  'stock-reminder-confirm',
];
const MAX_TRIGGERED_MAILS_PER_DAY = 20;

/** Creates the mail writer. */
export function createMailWriter({ texts, publicAddress }: MailWriterOptions): MailWriter {
  const getOrigin = (site: MailSite, languageId: number): string => {
    const own = site.languages.find((row) => row.languageId === languageId);
    return getPublicOrigin(own?.domain ?? site.site.domain, publicAddress);
  };
  const getTranslate = (site: MailSite, language: MailLanguage): MailTranslate =>
    texts.getTranslate(language.code, getBrandName(site.site.type));
  return {
    getOrigin,
    getTranslate,
    async putMail(transaction, mail) {
      const { kind, site, language, recipient, now, isWanted = true, documents = [] } = mail;
      const { compose, mailCampaignId, createUnsubscribeUrl } = mail;
      const origin = getOrigin(site, language.languageId);
      const t = getTranslate(site, language);
      const unsubscribeUrl = createUnsubscribeUrl?.(origin);
      const rendered = renderMail(compose(t, origin), {
        site,
        language,
        origin,
        t,
        mailCampaignId,
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
            publiclyTriggeredKinds.includes(kind) && documents.length === 0
              ? { kinds: publiclyTriggeredKinds, perDay: MAX_TRIGGERED_MAILS_PER_DAY }
              : null,
        },
        isWanted,
      );
      if (isWanted) transaction.wake('queue');
    },
  };
}
