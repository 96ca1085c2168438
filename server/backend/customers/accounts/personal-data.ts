import { eq, sql } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { deleteAccount } from './queries.ts';
import { accountRetention } from './retention.ts';
import { account, accountAddress, accountRequest, accountSession, accountToken } from './tables.ts';

/** An account with its addresses, sessions, mailed links and requests. */
export const accountPersonalData: PersonalDataSource = {
  tables: {
    account: createPersonTable(account, {
      topic: 'account',
      whereOwnedBy: (_database, { accountId }) => eq(account.accountId, accountId),
      excludedColumns: ['passwordHash'],
      onClosure: 'deleted',
      retention: [accountRetention.accounts, accountRetention.unactivatedAccounts],
    }),
    accountAddress: createPersonTable(accountAddress, {
      topic: 'account',
      whereOwnedBy: (_database, { accountId }) => eq(accountAddress.accountId, accountId),
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [accountRetention.accountAddresses],
    }),
    accountRequest: createPersonTable(accountRequest, {
      topic: 'account',
      whereOwnedBy: (_database, { accountId, siteId, emailAddress }) =>
        sql`${accountRequest.siteId} = ${siteId} and ${accountRequest.subject} in (${accountId}, ${emailAddress})`,
      // Contains a password hash.
      excludedColumns: ['registration'],
      onClosure: 'deleted',
      retention: [accountRetention.accountRequests],
    }),
    accountSession: createPersonTable(accountSession, {
      topic: 'account',
      whereOwnedBy: (_database, { accountId }) => eq(accountSession.accountId, accountId),
      excludedColumns: ['tokenHash', 'handoverHash'],
      onClosure: 'deleted',
      retention: [accountRetention.sessions],
    }),
    accountToken: createPersonTable(accountToken, {
      topic: 'account',
      whereOwnedBy: (_database, { accountId }) => eq(accountToken.accountId, accountId),
      excludedColumns: ['tokenHash'],
      onClosure: 'deleted',
      retention: [accountRetention.accountTokens],
    }),
  },
  // Is last, because the rows of other modules refer to the account.
  accountErasure: { position: 120, erase: deleteAccount },
};
