import { NEWSLETTER_CONFIRM_PATH, NEWSLETTER_UNSUBSCRIBE_PATH } from '../../../../shared/rules/urls.ts';
import { getNetwork } from '../../../platform/client-network.ts';
import type { Database } from '../../database/database.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import type { LanguageRecord, SiteRecord } from '../../scope/site-record.ts';
import { createToken, hashToken } from '../../security/token.ts';
import { composeOptInMail } from './mails.ts';
import { type ConsentSource, type GivenConsent, keepRequest } from './queries.ts';

/** How long the link in the first mail works. */
export const CONFIRM_HOURS = 48;

/** Who agrees to something, where and when. */
export interface ConsentScope {
  readonly site: SiteRecord;
  readonly language: LanguageRecord;
  /** Of the visitor; null where the caller told none. */
  readonly visitorAddress: string | null;
  readonly now: Date;
}

const wordsOfSource = {
  footer: 'consent.newsletter',
  checkout: 'consent.newsletter',
  registration: 'consent.newsletter',
  account: 'consent.accountNewsletter',
} as const;

/** What is kept of somebody who agrees to the newsletter, or in their account to offers: the words that stood there, and the network. */
export function describeConsent(
  mailWriter: Pick<MailWriter, 'getTranslate'>,
  { site, language, visitorAddress, now }: ConsentScope,
  source: ConsentSource,
  kind: 'newsletter' | 'offers' = 'newsletter',
): GivenConsent {
  const t = mailWriter.getTranslate(site, language);
  return {
    languageId: language.languageId,
    source,
    words: t(kind === 'offers' ? 'consent.accountOffers' : wordsOfSource[source]),
    network: visitorAddress === null ? null : getNetwork(visitorAddress),
    now,
  };
}

/**
 * Writes the mail that asks whether the newsletter is wanted; who gets it already is asked nothing. In the transaction of what brings it
 * about, such as an order. The statements are the same for every address.
 *
 * @param emailAddress in its normal form
 */
export async function putOptIn(
  transaction: Database,
  mailWriter: MailWriter,
  scope: ConsentScope,
  { emailAddress, source }: { readonly emailAddress: string; readonly source: ConsentSource },
): Promise<void> {
  const { site, language, now } = scope;
  const token = createToken();
  const consent = describeConsent(mailWriter, scope, source);
  const isWanted = await keepRequest(
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
        hours: CONFIRM_HOURS,
      }),
    createUnsubscribeUrl: (origin) => `${origin}${NEWSLETTER_UNSUBSCRIBE_PATH}?token=${token}`,
  });
}
