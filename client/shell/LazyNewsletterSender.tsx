import { useEffect } from 'react';
import { useApi } from '../api/api-context.tsx';
import { sendFormNatively } from '../forms/unsent-forms.ts';

/**
 * Sends the newsletter form of the footer in place. The code is loaded when the first form is sent. The
 * footer is static HTML, which also works without script.
 */
export function LazyNewsletterSender() {
  const api = useApi();
  useEffect(() => {
    if (!api) return;
    const handleSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.dataset.newsletter === undefined) return;
      // While offline, `preventOfflineSubmits` keeps the form.
      if (!navigator.onLine) return;
      event.preventDefault();
      import('./send-newsletter.ts')
        .then(({ sendNewsletter }) => sendNewsletter(form, api))
        // Without the code the form is submitted natively.
        .catch(() => sendFormNatively(form, event.submitter));
    };
    document.addEventListener('submit', handleSubmit, true);
    return () => document.removeEventListener('submit', handleSubmit, true);
  }, [api]);
  return null;
}
