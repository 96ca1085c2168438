import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const campaignRetention = {
  campaignRecipients: {
    what: 'recipients of each campaign',
    since: 'created_at',
    days: 90,
    why: 'no address gets a campaign twice, and questions about one can be answered; no campaign is sent for as long',
  },
} as const satisfies RetentionRules;
