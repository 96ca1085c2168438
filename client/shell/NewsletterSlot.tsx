import { useEffect } from 'react';
import { useApi } from '../api/api-context.tsx';
import { sendNatively } from '../forms/unsent-forms.ts';

/**
 * Sends the newsletter's form of the footer in place; its code comes with the first one that is sent. The footer is static HTML, which works by
 * itself without script and before this is there.
 */
export function NewsletterSlot() {
  const api = useApi();
  useEffect(() => {
    if (!api) return;
    const handleSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.dataset.newsletter === undefined) return;
      // Without a connection `keepFormsOffline` keeps the form.
      if (!navigator.onLine) return;
      event.preventDefault();
      import('./send-newsletter.ts')
        .then(({ sendNewsletter }) => sendNewsletter(form, api))
        // Without its code the form goes the way it goes without script.
        .catch(() => sendNatively(form, event.submitter));
    };
    document.addEventListener('submit', handleSubmit, true);
    return () => document.removeEventListener('submit', handleSubmit, true);
  }, [api]);
  return null;
}
