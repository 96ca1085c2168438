import {
  ACCOUNT_CONFIRM_PATH,
  ACCOUNT_FORGOT_PATH,
  ACCOUNT_LOGIN_PATH,
  ACCOUNT_RESET_PATH,
} from '../../../../shared/rules/account/account-paths.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { ACCOUNT_PATH } from '../../../../shared/rules/urls.ts';
import type { Database } from '../../database/database.ts';
import type { MailToSend, MailWriter } from '../../mail/mail-writer.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../scope/site-record.ts';
import { createToken, hashToken } from '../../security/token.ts';
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
import type { AccountRecord } from './queries.ts';
import { endTokens, insertToken, type TokenKind } from './token-queries.ts';

const DAY_HOURS = 24;

/** How long mailed links work, in hours (safety.md; the undoing of a change: decisions, "Accounts"). */
export const tokenHours: Readonly<Record<TokenKind, number>> = {
  confirm: DAY_HOURS,
  reset: 1,
  'email-change': DAY_HOURS,
  'email-undo': 7 * DAY_HOURS,
};

/** Of whom mails speak: read before their transaction, within which the embedded database has no second connection to read with. */
export interface MailScope {
  readonly site: SiteRecord;
  /** The language of an account, or where its site has given that up the first of the site. */
  getLanguage(languageId: number): LanguageRecord;
}

export async function readMailScope(sites: SiteDirectory, site: SiteRecord): Promise<MailScope> {
  const languages = await sites.listLanguages();
  const spoken = site.languages.flatMap(({ languageId }) =>
    languages.filter((language) => language.languageId === languageId),
  );
  return {
    site,
    getLanguage(languageId) {
      const language = spoken.find((known) => known.languageId === languageId) ?? spoken[0];
      if (!language) throw new Error(`Site ${site.site.siteId} speaks no language`);
      return language;
    },
  };
}

/** Whom a mail is for. */
type Owner = Pick<AccountRecord, 'accountId' | 'emailAddress' | 'languageId'>;

/** Where the link of a mail leads, and when it is written. */
interface LinkOptions {
  /** Path of the page that the link leads to, as a URL has it. */
  readonly path: string;
  readonly now: Date;
}

/** Writes to the owners of accounts. Each mail is laid into the outbox by the transaction of what it tells of, with its token. */
export interface AccountMailer {
  /** The links of that kind that were mailed before work no more. */
  putActivation(transaction: Database, scope: MailScope, owner: Owner, options: LinkOptions): Promise<void>;
  putAlreadyRegistered(
    transaction: Database,
    scope: MailScope,
    reader: Pick<Owner, 'emailAddress' | 'languageId'>,
    now: Date,
  ): Promise<void>;
  putWelcome(transaction: Database, scope: MailScope, owner: Owner, now: Date): Promise<void>;
  /** The links of that kind that were mailed before work no more. @param options.path of the shop's own page where it is left out */
  putReset(
    transaction: Database,
    scope: MailScope,
    owner: Owner,
    options: Omit<LinkOptions, 'path'> & Partial<LinkOptions>,
  ): Promise<void>;
  putPasswordChanged(transaction: Database, scope: MailScope, owner: Owner, now: Date): Promise<void>;
  /** Warns that many sign-ins have failed. */
  putSignInsFailed(transaction: Database, scope: MailScope, owner: Owner, now: Date): Promise<void>;
  /**
   * Asks at a new address. The links of that kind that were mailed before work no more.
   *
   * @param options.isTaken another account has the address: its owner is told that, and nobody else
   */
  putEmailChange(
    transaction: Database,
    scope: MailScope,
    owner: Owner,
    options: LinkOptions & { readonly newEmailAddress: string; readonly isTaken: boolean },
  ): Promise<void>;
  /** @param owner with the former address, which this is written to */
  putEmailChanged(transaction: Database, scope: MailScope, owner: Owner, now: Date): Promise<void>;
}

/** Makes the writer. */
export function createAccountMailer({ mailWriter }: { readonly mailWriter: MailWriter }): AccountMailer {
  const put = (
    transaction: Database,
    { site, getLanguage }: MailScope,
    { emailAddress, languageId }: Pick<Owner, 'emailAddress' | 'languageId'>,
    mail: Pick<MailToSend, 'kind' | 'now' | 'compose'>,
  ): Promise<void> =>
    mailWriter.putMail(transaction, {
      site,
      language: getLanguage(languageId),
      recipient: emailAddress,
      ...mail,
    });

  /** Makes the token of a link. @returns the path of the link, with its query */
  async function createLink(
    transaction: Database,
    { accountId }: Owner,
    link: LinkOptions & {
      readonly kind: TokenKind;
      readonly emailAddress?: string;
      /** Says to the page what the link is for. */
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
      expiresAt: new Date(now.getTime() + tokenHours[kind] * HOUR_MS),
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
          composeActivationMail(t, { emailAddress, url: origin + link, hours: tokenHours.confirm }),
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
        compose: (t, origin) => composeResetMail(t, { url: origin + link, hours: tokenHours.reset }),
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
      // Also where nobody is told the token: what the account shows of it says nothing of the address.
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
            hours: tokenHours['email-change'],
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
            days: tokenHours['email-undo'] / DAY_HOURS,
          }),
      });
    },
  };
}
