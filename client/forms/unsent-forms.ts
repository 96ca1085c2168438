import { ROBOTS_PATH } from '../../shared/rules/path-constants.ts';

/** Event of the window: a form was not sent because there is no connection. */
export const FORM_UNSENT_EVENT = 'form-unsent';

/** A form that was not sent, with its typed values. */
export interface UnsentForm {
  readonly form: HTMLFormElement;
  /** Pressed button; null if the form was submitted by the Enter key or by script. */
  readonly submitter: HTMLElement | null;
}

/** Timeout of the connection probe, in milliseconds. */
const PROBE_TIMEOUT_MS = 5000;

/**
 * Checks whether a document of the shop can be loaded. `navigator.onLine` is not enough: it is true on a
 * network without internet access.
 *
 * @returns false if the shop does not respond; a response of any status counts as a connection
 */
export async function hasConnection(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(ROBOTS_PATH, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout?.(PROBE_TIMEOUT_MS) ?? null,
    });
    return true;
  } catch {
    // No response means no connection.
    return false;
  }
}

/** Reports a form that was not sent. `ConnectionNotice` shows this and offers to send it again. */
function reportUnsentForm(unsent: UnsentForm): void {
  window.dispatchEvent(new CustomEvent<UnsentForm>(FORM_UNSENT_EVENT, { detail: unsent }));
}

/**
 * Sends a form as a browser without script does, for a form whose code could not be loaded. Without a
 * connection, a native submit would open the browser's error page, so the form stays and is reported instead.
 *
 * @param submitter pressed button, whose name and value are sent as well
 * @returns whether the browser is leaving the page
 */
export async function sendFormNatively(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<boolean> {
  if (!(await hasConnection())) {
    reportUnsentForm({ form, submitter });
    return false;
  }
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') {
    // `submit()` omits the button.
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = submitter.name;
    field.value = submitter.value;
    form.append(field);
  }
  form.submit();
  return true;
}

/** Keeps the page while offline: a form without a script handler is not sent, but reported. */
export function preventOfflineSubmits(): void {
  // Listens on the window, so that it runs after the handlers of all components.
  window.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || navigator.onLine || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    reportUnsentForm({ form, submitter: event.submitter });
  });
}
