import type { PageDataOf } from '../../store/page-state.ts';
import { NewsletterForm } from './NewsletterForm.tsx';
import { NewsletterLink } from './NewsletterLink.tsx';

/** The pages of the newsletter: its form, and where the links of letters lead. */
export function NewsletterPage({ data: { step, token } }: { data: PageDataOf<'newsletter'> }) {
  return step === 'request' ? <NewsletterForm /> : <NewsletterLink step={step} token={token} />;
}
