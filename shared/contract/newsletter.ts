import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { newsletterPaths } from './paths/newsletter.ts';

export const NewsletterRequest = Type.Object({
  emailAddress: Type.String({ minLength: 1, maxLength: 300, description: 'Checked like every address' }),
});

export const NewsletterToken = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'From the mailed link' }),
});

export const newsletterCalls = {
  requestNewsletter: {
    summary: 'Asks for the newsletter; counts once the mailed link is confirmed',
    needs: 'open',
    // A repeat is another mail; the links of both work.
    isIdempotent: false,
    body: NewsletterRequest,
    // The same for every address, known or not.
    answer: null,
    refusals: ['too_many_attempts'],
  },
  confirmNewsletter: {
    summary: 'Confirms that by the token of the mailed link; again and again if need be',
    needs: 'open',
    isIdempotent: true,
    body: NewsletterToken,
    answer: null,
    refusals: ['token_invalid', 'token_expired'],
  },
  endNewsletter: {
    summary: 'Ends newsletter and offers by a token of one of their mails',
    needs: 'open',
    isIdempotent: true,
    body: NewsletterToken,
    answer: null,
    refusals: [],
  },
} as const satisfies ContractsOf<typeof newsletterPaths>;
