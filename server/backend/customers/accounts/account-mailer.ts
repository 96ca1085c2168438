import {
  ACCOUNT_CONFIRM_PATH,
  ACCOUNT_FORGOT_PATH,
  ACCOUNT_LOGIN_PATH,
  ACCOUNT_RESET_PATH,
} from '../../../../shared/rules/account/account-paths.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { ACCOUNT_PATH } from '../../../../shared/rules/path-constants.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailToSend, MailWriter } from '../../core/mail/mail-writer.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import {
  composeActivationMail,
  composeAlreadyRegisteredMail,
  composeEmailChangedMail,
  composeEmailChangeMail,
  composePasswordChangedMail,
  composeResetMail,
  composeSignInsFailedMail,
  composeWelcomeMail,
} from './mails.ts';
import { endTokens, insertToken, type TokenKind } from './token-queries.ts';
import type { AccountRecord } from './types.ts';

const HOURS_PER_DAY = 24;

/** Validity of mailed links in hours (safety.md; for undoing a change: decisions, "Accounts"). */
export const tokenValidityHours: Readonly<Record<TokenKind, number>> = {
  confirm: HOURS_PER_DAY,
  reset: 1,
  'email-change': HOURS_PER_DAY,
  'email-undo': 7 * HOURS_PER_DAY,
};

/**
 * The site and languages that a mail refers to. They are read before the transaction, because the embedded
 * database has no second connection to read with during one.
 */
export interface MailScope {
  readonly site: SiteRecord;
  /**
   * Returns the language of an account, or the first language of its site if the site no longer offers it.
   */
  getLanguage(languageId: number): LanguageRecord;
}

export async function readMailScope(sites: SiteDirectory, site: SiteRecord): Promise<MailScope> {
  const languages = await sites.listLanguages();
  const siteLanguages = site.languages.flatMap(({ languageId }) =>
    languages.filter((language) => language.languageId === languageId),
  );
  return {
    site,
    getLanguage(languageId) {
      const language = siteLanguages.find((known) => known.languageId === languageId) ?? siteLanguages[0];
      if (!language) throw new Error(`Site ${site.site.siteId} has no language`);
      return language;
    },
  };
}

/** The recipient of a mail. */
type MailedOwner = Pick<AccountRecord, 'accountId' | 'emailAddress' | 'languageId'>;

/** The target page of the link in a mail, and the time of writing. */
interface MailedLinkOptions {
  /** URL-encoded path of the page that the link opens. */
  readonly path: string;
  readonly now: Date;
}

/**
 * Writes mails to account owners. The transaction of the reported change puts each mail into the outbox,
 * together with its token.
 */
export interface AccountMailer {
  /** Invalidates the activation links that were mailed before. */
  putActivation(
    transaction: Database,
    scope: MailScope,
    owner: MailedOwner,
    options: MailedLinkOptions,
  ): Promise<void>;
  putAlreadyRegistered(
    transaction: Database,
    scope: MailScope,
    reader: Pick<MailedOwner, 'emailAddress' | 'languageId'>,
    now: Date,
  ): Promise<void>;
  putWelcome(transaction: Database, scope: MailScope, owner: MailedOwner, now: Date): Promise<void>;
  /**
   * Invalidates the reset links that were mailed before.
   *
   * @param options.path default: the standard reset page of the storefront
   */
  putReset(
    transaction: Database,
    scope: MailScope,
    owner: MailedOwner,
    options: Omit<MailedLinkOptions, 'path'> & Partial<MailedLinkOptions>,
  ): Promise<void>;
  putPasswordChanged(transaction: Database, scope: MailScope, owner: MailedOwner, now: Date): Promise<void>;
  /** Warns that many sign-ins have failed. */
  putSignInsFailed(transaction: Database, scope: MailScope, owner: MailedOwner, now: Date): Promise<void>;
  /**
   * Asks the owner of a new address to confirm it. Invalidates the confirmation links that were mailed
   * before.
   *
   * @param options.isTaken whether another account has the address: then only the owner of that account is
   * notified
   */
  putEmailChange(
    transaction: Database,
    scope: MailScope,
    owner: MailedOwner,
    options: MailedLinkOptions & { readonly newEmailAddress: string; readonly isTaken: boolean },
  ): Promise<void>;
  /** @param owner owner with the former address, to which the mail is sent */
  putEmailChanged(transaction: Database, scope: MailScope, owner: MailedOwner, now: Date): Promise<void>;
}

/** Creates the mailer. */
export function createAccountMailer({ mailWriter }: { readonly mailWriter: MailWriter }): AccountMailer {
  const put = (
    transaction: Database,
    { site, getLanguage }: MailScope,
    { emailAddress, languageId }: Pick<MailedOwner, 'emailAddress' | 'languageId'>,
    mail: Pick<MailToSend, 'kind' | 'now' | 'compose'>,
  ): Promise<void> =>
    mailWriter.putMail(transaction, {
      site,
      language: getLanguage(languageId),
      recipient: emailAddress,
      ...mail,
    });

  /** Creates the token of a link. @returns the path of the link, including its query */
  async function createLink(
    transaction: Database,
    { accountId }: MailedOwner,
    link: MailedLinkOptions & {
      readonly kind: TokenKind;
      readonly emailAddress?: string;
      /** Query flag that states to the page what the link is for. */
      readonly flag?: 'change' | 'undo';
    },
  ): Promise<string> {
    const { kind, path, now, emailAddress = null, flag } = link;
    const token = createToken();
    await insertToken(transaction, {
      tokenHash: hashToken(token),
      accountId,
      kind,
      emailAddress,
      createdAt: now,
      expiresAt: new Date(now.getTime() + tokenValidityHours[kind] * HOUR_MS),
    });
    const query = new URLSearchParams({ token, userId: accountId, ...(flag && { [flag]: '1' }) });
    return `${path}?${query}`;
  }

  const putAlreadyRegistered: AccountMailer['putAlreadyRegistered'] = (transaction, scope, reader, now) =>
    put(transaction, scope, reader, {
      kind: 'account-already-registered',
      now,
      compose: (t, origin) =>
        composeAlreadyRegisteredMail(t, {
          emailAddress: reader.emailAddress,
          loginUrl: origin + ACCOUNT_LOGIN_PATH,
          forgotUrl: origin + ACCOUNT_FORGOT_PATH,
        }),
    });

  return {
    putAlreadyRegistered,

    async putActivation(transaction, scope, owner, { path, now }) {
      await endTokens(transaction, owner.accountId, ['confirm'], now);
      const link = await createLink(transaction, owner, { kind: 'confirm', path, now });
      const { emailAddress } = owner;
      await put(transaction, scope, owner, {
        kind: 'account-activation',
        now,
        compose: (t, origin) =>
          composeActivationMail(t, { emailAddress, url: origin + link, hours: tokenValidityHours.confirm }),
      });
    },

    putWelcome: (transaction, scope, owner, now) =>
      put(transaction, scope, owner, {
        kind: 'account-welcome',
        now,
        compose: (t, origin) => composeWelcomeMail(t, { url: origin + ACCOUNT_PATH }),
      }),

    async putReset(transaction, scope, owner, { path = ACCOUNT_RESET_PATH, now }) {
      await endTokens(transaction, owner.accountId, ['reset'], now);
      const link = await createLink(transaction, owner, { kind: 'reset', path, now });
      await put(transaction, scope, owner, {
        kind: 'password-reset',
        now,
        compose: (t, origin) => composeResetMail(t, { url: origin + link, hours: tokenValidityHours.reset }),
      });
    },

    putPasswordChanged: (transaction, scope, owner, now) =>
      put(transaction, scope, owner, {
        kind: 'password-changed',
        now,
        compose: (t, origin) => composePasswordChangedMail(t, { forgotUrl: origin + ACCOUNT_FORGOT_PATH }),
      }),

    putSignInsFailed: (transaction, scope, owner, now) =>
      put(transaction, scope, owner, {
        kind: 'sign-ins-failed',
        now,
        compose: (t, origin) => composeSignInsFailedMail(t, { forgotUrl: origin + ACCOUNT_FORGOT_PATH }),
      }),

    async putEmailChange(transaction, scope, owner, { path, now, newEmailAddress, isTaken }) {
      await endTokens(transaction, owner.accountId, ['email-change'], now);
      // A token is created even if it is mailed to no one, so that what the account shows does not reveal
      // whether the address is taken.
      const link = await createLink(transaction, owner, {
        kind: 'email-change',
        emailAddress: newEmailAddress,
        path,
        now,
        flag: 'change',
      });
      const reader = { ...owner, emailAddress: newEmailAddress };
      if (isTaken) return putAlreadyRegistered(transaction, scope, reader, now);
      await put(transaction, scope, reader, {
        kind: 'email-change-confirm',
        now,
        compose: (t, origin) =>
          composeEmailChangeMail(t, {
            emailAddress: newEmailAddress,
            url: origin + link,
            hours: tokenValidityHours['email-change'],
          }),
      });
    },

    async putEmailChanged(transaction, scope, owner, now) {
      const { emailAddress } = owner;
      const link = await createLink(transaction, owner, {
        kind: 'email-undo',
        emailAddress,
        path: ACCOUNT_CONFIRM_PATH,
        now,
        flag: 'undo',
      });
      await put(transaction, scope, owner, {
        kind: 'email-changed',
        now,
        compose: (t, origin) =>
          composeEmailChangedMail(t, {
            emailAddress,
            url: origin + link,
            days: tokenValidityHours['email-undo'] / HOURS_PER_DAY,
          }),
      });
    },
  };
}
