import { ROBOTS_PATH } from '../../shared/rules/urls.ts';

/** Event on the window: a form was not sent because there is no connection. */
export const FORM_UNSENT_EVENT = 'form-unsent';

/** A form that was not sent, with what was typed into it. */
export interface UnsentForm {
  readonly form: HTMLFormElement;
  /** The button that was pressed; null where the form was sent by the Enter key or by script. */
  readonly submitter: HTMLElement | null;
}

/** Longest wait for the shop's answer before the connection counts as lost, in milliseconds. */
const PROBE_LIMIT_MS = 5000;

/**
 * Finds out whether a document of the shop can be loaded now. `navigator.onLine` alone does not know: it is true on a network that leads nowhere.
 *
 * @returns false where the shop gives no answer at all; an answer of any status is a connection
 */
export async function hasConnection(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(ROBOTS_PATH, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout?.(PROBE_LIMIT_MS) ?? null,
    });
    return true;
  } catch {
    // No answer is the result.
    return false;
  }
}

/** Reports a form that stays as it is: `ConnectionNotice` says so, and offers to send it again. */
function reportUnsent(unsent: UnsentForm): void {
  window.dispatchEvent(new CustomEvent<UnsentForm>(FORM_UNSENT_EVENT, { detail: unsent }));
}

/**
 * Sends a form as a browser without script does, for a form whose code could not be loaded. Without a connection that would lead to the browser's
 * error page: the form stays and is reported instead.
 *
 * @param submitter the button that was pressed: its name and value are sent as well
 * @returns whether the browser is leaving the page
 */
export async function sendNatively(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
  if (!(await hasConnection())) {
    reportUnsent({ form, submitter });
    return false;
  }
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') {
    // `submit()` leaves out the button.
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = submitter.name;
    field.value = submitter.value;
    form.append(field);
  }
  form.submit();
  return true;
}

/** Keeps the page while there is no connection: a form that no code has taken over is not sent, but reported. */
export function keepFormsOffline(): void {
  // On the window: after the handlers of all parts of the page.
  window.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || navigator.onLine || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    reportUnsent({ form, submitter: event.submitter });
  });
}
