import type { PageDataOf } from '../../store/page-state.ts';
import { NewsletterForm } from './NewsletterForm.tsx';
import { NewsletterLink } from './NewsletterLink.tsx';

/** Renders the newsletter pages: the form and the pages of mailed links. */
export function NewsletterPage({ data: { step, token } }: { data: PageDataOf<'newsletter'> }) {
  return step === 'request' ? <NewsletterForm /> : <NewsletterLink step={step} token={token} />;
}
