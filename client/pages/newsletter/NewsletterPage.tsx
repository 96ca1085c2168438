import type { PageDataOf } from '../../store/page-state.ts';
import { NewsletterForm } from './NewsletterForm.tsx';
import { NewsletterMailedLink } from './NewsletterMailedLink.tsx';

/** Renders the newsletter pages: the form and the pages of mailed links. */
export function NewsletterPage({ data: { step, token } }: { data: PageDataOf<'newsletter'> }) {
  return step === 'request' ? <NewsletterForm /> : <NewsletterMailedLink step={step} token={token} />;
}
