/** Rules of a transaction, fixed before it runs. */
export interface TransactionRules {
  /** True if a person waits at a terminal: no timeouts for statements and locks. */
  readonly hasNoTimeout?: boolean;
  /**
   * Isolation level. By default each statement sees the data committed before it ('read committed').
   * 'serializable' has the same result as serial execution, but conflicts more often.
   */
  readonly isolation?: 'repeatable read' | 'serializable';
  /**
   * Limits shorter than those of the process, in milliseconds: for one statement, and for its wait for a
   * lock. PostgreSQL only.
   */
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
}

/**
 * Every transaction of the backend, by name. A transaction is retried after a conflict, so it must have no
 * effects outside the database: it increments no counter and sends nothing. It returns its result, or uses
 * `afterCommit`.
 */
export const transactions = {
  'begin-payment': {},
  'change-account': {},
  'change-subscriptions': {},
  'close-account': {},
  'confirm-account': {},
  'confirm-newsletter': {},
  'cancel-payment': {},
  'change-cart': {},
  'change-dead-letter': {},
  'change-gift-card': {},
  'change-lab-result': {},
  'change-campaign': {},
  'change-order': {},
  'check-reviews': {},
  'create-cart': {},
  'forget-carts': {},
  'forget-orders': {},
  'forget-reviews': {},
  'edit-shop': { hasNoTimeout: true },
  'export-shop': { isolation: 'repeatable read', hasNoTimeout: true },
  'end-newsletter': {},
  'export-account': { isolation: 'repeatable read' },
  'create-preview-link': {},
  'impersonate-cart': {},
  'open-preview': {},
  'issue-gift-cards': {},
  'import-lab-results': { hasNoTimeout: true },
  'import-shop': { hasNoTimeout: true },
  'join-payment': {},
  'admin-operation': {},
  'order-purge': {},
  'place-order': {},
  'receive-cart': {},
  'recalculate-advice': {},
  'report-conversion': {},
  'refresh-payment': {},
  'refund-payment': {},
  'request-account': {},
  'request-newsletter': {},
  'request-silo-quotation': {},
  'request-stock-reminder': {},
  'save-advice': {},
  'send-campaigns': {},
  'send-stock-reminders': {},
  'serve-account-request': {},
  'sign-in': {},
  'sign-out': {},
  'tell-customer': {},
  'tell-lab-result': {},
  'test-campaign': {},
  'settle-test-payment': {},
  'skip-numbers': {},
  'take-review-down': { hasNoTimeout: true },
  withdraw: {},
  'write-promotion': { hasNoTimeout: true },
  'write-return': {},
  'write-review': {},
  'update-search-index': { hasNoTimeout: true },
} as const satisfies Record<string, TransactionRules>;

export type TransactionName = keyof typeof transactions;
