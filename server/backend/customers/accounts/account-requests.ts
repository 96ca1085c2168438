import type { CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { getMailbox, isEmailAddress, normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import {
  cleanCompany,
  cleanName,
  listCompanyProblems,
  listNameProblems,
} from '../../../../shared/rules/people/person-details.ts';
import type { PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { isCorporate } from '../../../../shared/rules/site-type.ts';
import { isUuid } from '../../../../shared/rules/uuid.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, createValidationFailed } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { findCountry } from '../../sites/countries/queries.ts';
import type { ContextOf, ScopedContext } from '../../sites/scoped-call.ts';
import { createConsentRecord } from '../newsletter/service.ts';
import { putAccountRequest, type RequestRecord } from './account-request-queries.ts';
import type { BotChecks } from './bot-checks.ts';
import { readCallbackPath } from './callback-path.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { RequestedConsent } from './tables.ts';

/**
 * Accepts requests from visitors who are not signed in. Does the same for every address and responds before
 * it looks anything up. An item of the queue processes the request, so that neither the response nor its duration
 * reveals whether the address is known.
 */
export interface AccountRequestService {
  register(context: ContextOf<'registerAccount'>, input: CallInput<'registerAccount'>): Promise<undefined>;
  forgot(context: ContextOf<'forgotPassword'>, input: CallInput<'forgotPassword'>): Promise<undefined>;
  resend(
    context: ContextOf<'resendConfirmation'>,
    input: CallInput<'resendConfirmation'>,
  ): Promise<undefined>;
}

/** Each request sends at most one mail. The limits allow for lost mails and prevent mail bombing. */
export const accountRequestRateLimits = defineLimits('account requests', {
  perVisitor: { maxAttempts: 30, windowMs: HOUR_MS },
  perMailbox: { maxAttempts: 5, windowMs: HOUR_MS },
  perMailboxAndDay: { maxAttempts: 10, windowMs: 24 * HOUR_MS },
});

/** @throws ProblemError `not_found` if the site has no customers */
function assertSiteHasAccounts({ site }: Pick<ScopedContext, 'site'>): void {
  if (isCorporate(site.site)) throw createNotFound();
}

/** @throws ProblemError `validation_failed` */
export function readAddress(typed: string, field = 'emailAddress'): string {
  const emailAddress = normaliseEmailAddress(typed);
  if (isEmailAddress(emailAddress)) return emailAddress;
  throw createValidationFailed([{ field, code: emailAddress === '' ? 'required' : 'format' }]);
}

/**
 * Checks that a site offers a language. The default is the language of the call.
 *
 * @throws ProblemError `validation_failed`
 */
export function readLanguage(
  { site, language }: Pick<ScopedContext, 'site' | 'language'>,
  languageId = language.languageId,
): number {
  if (site.languages.some((siteLanguage) => siteLanguage.languageId === languageId)) return languageId;
  throw createValidationFailed([{ field: 'languageId', code: 'unknown' }]);
}

/** Creates the service. */
export function createAccountRequestService(deps: {
  readonly database: Database;
  readonly passwordHashing: PasswordHashing;
  readonly botChecks: Pick<BotChecks, 'countAttempt'>;
  readonly publicAddress: PublicAddress;
  readonly limiter: Limiter;
  readonly mailWriter: Pick<MailWriter, 'getTranslate'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): AccountRequestService {
  const { database, passwordHashing, botChecks, publicAddress, limiter, mailWriter, clock } = deps;

  const readCallback = ({ site }: ScopedContext, callbackUrl: string): string =>
    readCallbackPath(site, callbackUrl, { field: 'callbackUrl', publicAddress });

  /** Returns the consent that a visitor gives by ticking the newsletter. */
  function describeNewsletterConsent({ site, language, visitorAddress }: ScopedContext): RequestedConsent {
    const scope = { site, language, visitorAddress, now: new Date(clock()) };
    const { languageId, words, network, now } = createConsentRecord(mailWriter, scope, 'registration');
    return { languageId, words, network, at: now.toISOString() };
  }

  /** @param subject an address in normal form, or the id of an account */
  async function takeLimits(
    { visitorAddress }: ScopedContext,
    kind: RequestRecord['kind'],
    subject: string,
  ): Promise<void> {
    const mailbox = `${kind} ${subject.includes('@') ? getMailbox(subject) : subject}`;
    await limiter.takeForAddress(accountRequestRateLimits.perVisitor, visitorAddress);
    await limiter.take(accountRequestRateLimits.perMailbox, mailbox);
    await limiter.take(accountRequestRateLimits.perMailboxAndDay, mailbox);
  }

  async function put(
    { site, language, signal }: ScopedContext,
    request: Pick<RequestRecord, 'kind' | 'subject' | 'callbackPath'> &
      Partial<Pick<RequestRecord, 'registration' | 'languageId'>>,
  ): Promise<undefined> {
    await database.transaction(
      'request-account',
      (transaction) =>
        putAccountRequest(transaction, {
          siteId: site.site.siteId,
          languageId: language.languageId,
          registration: null,
          createdAt: new Date(clock()),
          ...request,
        }),
      { signal },
    );
    return undefined;
  }

  return {
    async register(context, { query, body }) {
      assertSiteHasAccounts(context);
      const callbackPath = readCallback(context, query.callbackUrl);
      const emailAddress = readAddress(body.emailAddress);
      const name = cleanName(body);
      const country = await findCountry(database, context.site.site.countryId);
      if (!country) throw new Error(`Site ${context.site.site.siteId} has no country`);
      const company = cleanCompany(body, country.formRules);
      const problems = [...listNameProblems(name), ...listCompanyProblems(company, country.formRules)];
      if (problems.length > 0) throw createValidationFailed(problems);
      const languageId = readLanguage(context, body.languageId);
      await takeLimits(context, 'register', emailAddress);
      const passwordHash = await passwordHashing.hashNew(context.site, {
        password: body.password,
        field: 'password',
        emailAddress,
      });
      const wantsNewsletter = body.newsletterSubscribe ?? false;
      return put(context, {
        kind: 'register',
        subject: emailAddress,
        languageId,
        callbackPath,
        registration: {
          passwordHash,
          ...name,
          ...company,
          phoneNumber: '',
          address: null,
          newsletter: wantsNewsletter,
          newsletterConsent: wantsNewsletter ? describeNewsletterConsent(context) : null,
        },
      });
    },

    async forgot(context, { query, body }) {
      assertSiteHasAccounts(context);
      const callbackPath = readCallback(context, query.callbackUrl);
      const subject = readAddress(body.emailAddress);
      await takeLimits(context, 'forgot', subject);
      return put(context, { kind: 'forgot', subject, callbackPath });
    },

    async resend(context, { query: { userId, callbackUrl }, botCheckToken }) {
      assertSiteHasAccounts(context);
      const callbackPath = readCallback(context, callbackUrl);
      const subject = isUuid(userId.toLowerCase()) ? userId.toLowerCase() : readAddress(userId, 'userId');
      await botChecks.countAttempt(context, { act: 'resend', emailAddress: subject, botCheckToken });
      await takeLimits(context, 'resend', subject);
      return put(context, { kind: 'resend', subject, callbackPath });
    },
  };
}
