import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const accountRetention = {
  accounts: {
    what: 'accounts',
    since: null,
    days: null,
    why: 'their owner closes them',
  },
  unactivatedAccounts: {
    what: 'accounts whose activation link was not used',
    since: 'created_at',
    days: 7,
    why: 'the link works for a day, and can be requested again for a while',
  },
  accountAddresses: {
    what: 'saved delivery addresses, with names',
    since: null,
    days: null,
    why: 'their owner deletes them, or closes the account',
  },
  accountRequests: {
    what: 'requests of visitors who are not signed in: an account, a new password, another mail',
    since: 'created_at',
    days: 1,
    why: 'processed within a moment and then deleted; a failed one must be made again',
  },
  sessions: {
    what: 'sessions: browser, system and the first part of the address',
    since: 'last_seen_at',
    days: 30,
    why: 'the period of "keep me signed in"; other sessions are deleted two hours after their last request',
  },
  accountTokens: {
    what: 'tokens of mailed account links, as hashes',
    since: 'expires_at',
    days: 7,
    why: 'an expired link gets a message that says so',
  },
} as const satisfies RetentionRules;
