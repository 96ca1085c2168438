import {
  NEWSLETTER_CONFIRM_PATH,
  NEWSLETTER_UNSUBSCRIBE_PATH,
} from '../../../../shared/rules/path-constants.ts';
import { getNetwork } from '../../../platform/client-network.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import { composeOptInMail } from './mails.ts';
import { type ConsentRecord, type ConsentSource, storeSubscriptionRequest } from './queries.ts';

/** Validity of the link in the opt-in mail in hours. */
export const CONFIRMATION_VALIDITY_HOURS = 48;

/** The site and visitor of a consent, and its time. */
export interface ConsentScope {
  readonly site: SiteRecord;
  readonly language: LanguageRecord;
  /** IP address of the visitor; null if the caller sent none. */
  readonly visitorAddress: string | null;
  readonly now: Date;
}

const consentTextKeyBySource = {
  footer: 'consent.newsletter',
  checkout: 'consent.newsletter',
  registration: 'consent.newsletter',
  account: 'consent.accountNewsletter',
} as const;

/**
 * Returns the record of a consent to the newsletter, or to offers in an account: the displayed text and the
 * network.
 */
export function createConsentRecord(
  mailWriter: Pick<MailWriter, 'getTranslate'>,
  { site, language, visitorAddress, now }: ConsentScope,
  source: ConsentSource,
  kind: 'newsletter' | 'offers' = 'newsletter',
): ConsentRecord {
  const t = mailWriter.getTranslate(site, language);
  return {
    languageId: language.languageId,
    source,
    words: t(kind === 'offers' ? 'consent.accountOffers' : consentTextKeyBySource[source]),
    network: visitorAddress === null ? null : getNetwork(visitorAddress),
    now,
  };
}

/**
 * Writes the opt-in mail, unless the address is already subscribed. Runs in the transaction of the trigger,
 * such as an order. The statements are the same for every address.
 *
 * @param emailAddress address in its normal form
 */
export async function writeOptInMail(
  transaction: Database,
  mailWriter: MailWriter,
  scope: ConsentScope,
  { emailAddress, source }: { readonly emailAddress: string; readonly source: ConsentSource },
): Promise<void> {
  const { site, language, now } = scope;
  const token = createToken();
  const consent = createConsentRecord(mailWriter, scope, source);
  const isWanted = await storeSubscriptionRequest(
    transaction,
    { siteId: site.site.siteId, emailAddress },
    { ...consent, confirmTokenHash: hashToken(token) },
  );
  await mailWriter.putMail(transaction, {
    kind: 'newsletter-confirm',
    site,
    language,
    recipient: emailAddress,
    now,
    isWanted,
    compose: (t, origin) =>
      composeOptInMail(t, {
        words: consent.words,
        url: `${origin}${NEWSLETTER_CONFIRM_PATH}?token=${token}`,
        hours: CONFIRMATION_VALIDITY_HOURS,
      }),
    createUnsubscribeUrl: (origin) => `${origin}${NEWSLETTER_UNSUBSCRIBE_PATH}?token=${token}`,
  });
}
