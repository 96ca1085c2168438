import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { newsletterPaths } from './paths/newsletter.ts';

export const NewsletterRequest = Type.Object({
  emailAddress: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'E-mail address; it is validated like every other address',
  }),
});

export const NewsletterToken = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'Token of the link in the mail' }),
});

export const newsletterCalls = {
  requestNewsletter: {
    summary: 'Subscribes to the newsletter, which takes effect when the link in the mail is confirmed',
    needs: 'open',
    // A repeated call sends another mail; the links of both are valid.
    isIdempotent: false,
    body: NewsletterRequest,
    // The same for every address, known or unknown.
    answer: null,
    refusals: ['too_many_attempts'],
  },
  confirmNewsletter: {
    summary: 'Confirms the subscription with the token of the link in the mail; may be repeated',
    needs: 'open',
    isIdempotent: true,
    body: NewsletterToken,
    answer: null,
    refusals: ['token_invalid', 'token_expired'],
  },
  endNewsletter: {
    summary: 'Ends the subscription to newsletter and offers with a token of one of their mails',
    needs: 'open',
    isIdempotent: true,
    body: NewsletterToken,
    answer: null,
    refusals: [],
  },
} as const satisfies ContractsOf<typeof newsletterPaths>;
