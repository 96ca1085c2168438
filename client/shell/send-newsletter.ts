import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import { listNewsletterProblems } from '../features/newsletter/newsletter-form.ts';

/** Forms that are on their way: pressed twice, one is sent once. */
const busy = new WeakSet<HTMLFormElement>();

const PROBLEM_ID = 'footer-newsletter-problem';

/** Says what is wrong above the field, and brings the focus to it. */
function tellProblem(form: HTMLFormElement, input: HTMLInputElement, text: string): void {
  const former = document.getElementById(PROBLEM_ID);
  const told = former ?? document.createElement('p');
  told.id = PROBLEM_ID;
  told.setAttribute('role', 'alert');
  told.textContent = text;
  if (!former) form.querySelector('label')?.before(told);
  input.setAttribute('aria-invalid', 'true');
  const described = new Set((input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  input.setAttribute('aria-describedby', [...described.add(PROBLEM_ID)].join(' '));
  input.focus();
}

/** Says that it is done, in place of the form. */
function tellDone(form: HTMLFormElement, text: string): void {
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  told.tabIndex = -1;
  told.textContent = text;
  form.replaceChildren(told);
  told.focus();
}

function getFailure(form: HTMLFormElement, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 429) return form.dataset.tooMany;
  return error.problems.some(({ field }) => field.endsWith('emailAddress'))
    ? form.dataset.format
    : form.dataset.failed;
}

/** Sends the form of the footer, and tells in place what became of it. What it says stands in the form's own HTML. */
export async function sendNewsletter(
  form: HTMLFormElement,
  api: Pick<Api, 'requestNewsletter'>,
): Promise<void> {
  const input = form.querySelector<HTMLInputElement>('input[name="emailAddress"]');
  if (!input || busy.has(form)) return;
  const emailAddress = input.value.trim();
  const [problem] = listNewsletterProblems({ get: () => emailAddress });
  if (problem) {
    tellProblem(form, input, form.dataset[problem.code] ?? '');
    return;
  }
  const button = form.querySelector('button');
  busy.add(form);
  if (button) button.ariaBusy = 'true';
  try {
    await api.requestNewsletter({ body: { emailAddress } });
    tellDone(form, form.dataset.done ?? '');
  } catch (error) {
    tellProblem(form, input, getFailure(form, error) ?? '');
  } finally {
    busy.delete(form);
    if (button) button.ariaBusy = null;
  }
}
