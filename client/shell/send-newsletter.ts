import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import { listNewsletterProblems } from '../features/newsletter/newsletter-form.ts';

/** Forms that are being sent, so that a form pressed twice is sent once. */
const sendingForms = new WeakSet<HTMLFormElement>();

const PROBLEM_ID = 'footer-newsletter-problem';

/** Shows an error above the field and moves the focus to the field. */
function showProblem(form: HTMLFormElement, input: HTMLInputElement, text: string): void {
  const existing = document.getElementById(PROBLEM_ID);
  const message = existing ?? document.createElement('p');
  message.id = PROBLEM_ID;
  message.setAttribute('role', 'alert');
  message.textContent = text;
  if (!existing) form.querySelector('label')?.before(message);
  input.setAttribute('aria-invalid', 'true');
  const described = new Set((input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  input.setAttribute('aria-describedby', [...described.add(PROBLEM_ID)].join(' '));
  input.focus();
}

/** Replaces the form by the success message. */
function showSuccess(form: HTMLFormElement, text: string): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'status');
  message.tabIndex = -1;
  message.textContent = text;
  form.replaceChildren(message);
  message.focus();
}

function getFailureText(form: HTMLFormElement, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 429) return form.dataset.tooMany;
  return error.problems.some(({ field }) => field.endsWith('emailAddress'))
    ? form.dataset.format
    : form.dataset.failed;
}

/**
 * Sends the newsletter form of the footer and shows the result in place. The messages are in the form's HTML.
 */
export async function sendNewsletter(
  form: HTMLFormElement,
  api: Pick<Api, 'requestNewsletter'>,
): Promise<void> {
  const input = form.querySelector<HTMLInputElement>('input[name="emailAddress"]');
  if (!input || sendingForms.has(form)) return;
  const emailAddress = input.value.trim();
  const [problem] = listNewsletterProblems({ get: () => emailAddress });
  if (problem) {
    showProblem(form, input, form.dataset[problem.code] ?? '');
    return;
  }
  const button = form.querySelector('button');
  sendingForms.add(form);
  if (button) button.ariaBusy = 'true';
  try {
    await api.requestNewsletter({ body: { emailAddress } });
    showSuccess(form, form.dataset.done ?? '');
  } catch (error) {
    showProblem(form, input, getFailureText(form, error) ?? '');
  } finally {
    sendingForms.delete(form);
    if (button) button.ariaBusy = null;
  }
}
