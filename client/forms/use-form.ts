import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../api/api-context.tsx';
import { waitUntilPageRestored } from '../navigation/wait-until-page-restored.ts';
import { usePages } from '../pages/pages-context.ts';
import { useAppState, useAppStore } from '../store/shop.tsx';
import { showActionResult } from '../store/show-page.ts';
import type { ActionResult, FormProblem } from './action-result.ts';
import type { FormFields } from './form-action.ts';
import { sendFormNatively } from './unsent-forms.ts';

export interface FormState {
  /** Handler for the `<form method="post">`, used together with `ref` and `<FormName>`. */
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly ref: React.RefObject<HTMLFormElement | null>;
  /** Result of the form; null before it is sent. */
  readonly result: ActionResult | null;
  readonly isBusy: boolean;
  /** Value of the named submit button that was pressed last; '' for a button without a name. */
  readonly pressed: string;
  /** Uploaded share of the files, from 0 to 1; null if no upload is running. */
  readonly progress: number | null;
  /** Returns the error code of a field. */
  readonly getProblem: (field: string) => string | null;
  /** Returns the previously typed value, for use as `defaultValue`. */
  readonly getValue: (field: string) => string;
}

/** Error codes of fields that were checked again after a result; null for valid fields. */
interface RecheckedCodes {
  readonly result: ActionResult | null;
  readonly codes: ReadonlyMap<string, string | null>;
}

const noRecheckedCodes: RecheckedCodes = { result: null, codes: new Map() };

/**
 * Connects a form that also works without script. With script, the form is sent in place. Without script, the
 * server renders the page again with the errors, or redirects to a page that confirms success. After a
 * refusal the `<ErrorSummary>` receives the focus, or else the first control with `aria-invalid`, or else the
 * first element with `data-form-notice`. After success the latter receives it.
 *
 * @param name name of the form among the `actions` of its page
 * @param of identifies one of several forms with that name on the page
 * @param check validates the typed values like the form's action does. After a refusal, an error disappears
 *   as soon as its field is valid; a remaining error is announced again when the field loses the focus.
 * @param checksEarly whether to validate before the form was sent, too
 */
export function useForm(
  name: string,
  of = '',
  check?: (fields: FormFields) => readonly FormProblem[],
  checksEarly = false,
): FormState {
  const api = useApi();
  const pages = usePages();
  const navigate = useNavigate();
  const store = useAppStore();
  const ref = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [pressed, setPressed] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const sent = useAppState((state) => state.request.form);
  const result = sent?.form === name && sent.of === of ? sent : null;

  useEffect(() => {
    if (!result) return;
    const form = ref.current;
    const place = form?.parentElement ?? document;
    const target =
      form?.querySelector<HTMLElement>('[data-form-summary]') ??
      // Fields may belong to the form and be outside its element.
      [...(form?.elements ?? [])].find(
        (field): field is HTMLElement =>
          field instanceof HTMLElement && field.getAttribute('aria-invalid') === 'true',
      ) ??
      place.querySelector<HTMLElement>('[data-form-notice]');
    target?.focus();
  }, [result]);

  const latestCheck = useRef(check);
  latestCheck.current = check;
  const [checked, setChecked] = useState(noRecheckedCodes);
  // Only codes found since the current result count.
  const codes = checked.result === result ? checked.codes : noRecheckedCodes.codes;
  const isRefused = result?.status === 'refused';
  useEffect(() => {
    const form = ref.current;
    if (!(isRefused || checksEarly) || !form) return;
    // If a field loses the focus because a button is pressed, an error message would move the button during
    // the press. Therefore the message is shown after the press.
    let isPressed = false;
    const waiting: (() => void)[] = [];
    const handlePress = () => {
      isPressed = true;
    };
    const handleRelease = () => {
      // After the resulting click.
      window.setTimeout(() => {
        isPressed = false;
        for (const show of waiting.splice(0)) show();
      });
    };
    const checkField = ({ type, target }: Event) => {
      const field = target instanceof Element ? target.getAttribute('name') : null;
      if (!latestCheck.current || !field) return;
      const typed = new FormData(form);
      const getUntrimmed = (key: string) => String(typed.get(key) ?? '');
      const read = (key: string) => getUntrimmed(key).trim();
      const code =
        latestCheck
          .current({ get: read, getUntrimmed, getFiles: () => [] })
          .find((problem) => problem.field === field)?.code ?? null;
      // No new error is shown while the visitor is typing.
      if (type !== 'change' && code !== null) return;
      const show = () =>
        setChecked((known) => ({
          result,
          codes: new Map([...(known.result === result ? known.codes : []), [field, code]]),
        }));
      if (isPressed) waiting.push(show);
      else show();
    };
    form.addEventListener('input', checkField);
    form.addEventListener('change', checkField);
    document.addEventListener('pointerdown', handlePress, true);
    document.addEventListener('pointerup', handleRelease, true);
    document.addEventListener('pointercancel', handleRelease, true);
    return () => {
      form.removeEventListener('input', checkField);
      form.removeEventListener('change', checkField);
      document.removeEventListener('pointerdown', handlePress, true);
      document.removeEventListener('pointerup', handleRelease, true);
      document.removeEventListener('pointercancel', handleRelease, true);
    };
  }, [result, isRefused, checksEarly]);

  const send = async (form: HTMLFormElement, submitter: HTMLElement | null, sent: FormData) => {
    const getAction = pages?.findFormAction(name);
    if (!api || !pages || !getAction) throw new Error(`There is no form '${name}'`);
    const code = await Promise.all([
      import('./form-action.ts'),
      import('../store/visitor-cart-id.ts'),
      getAction(),
    ]).catch(() => null);
    if (!code) {
      // Nothing has been sent yet, so the form is submitted natively, once. It stays busy until the next
      // document is shown.
      if (await sendFormNatively(form, submitter)) await waitUntilPageRestored(window);
      return;
    }
    const [{ readSentForm, runFormAction }, { announceCartChange, getBrowserCart }, action] = code;
    const { scope } = store.getState();
    const { result, path, documentUrl, changed } = await runFormAction(action, readSentForm(sent), {
      api,
      cart: getBrowserCart(scope),
      scope,
      hasScript: true,
      options: {},
      sendForm: async (...parts) => (await import('../api/send-form.ts')).sendForm(...parts),
      onProgress: setProgress,
    });
    if (changed.includes('cart')) announceCartChange();
    // The page's message may depend on the current data.
    await pages.invalidate(changed);
    if (documentUrl !== null) {
      window.location.assign(documentUrl);
      // The form stays busy until the document is shown.
      await waitUntilPageRestored(window);
      return;
    }
    if (path === null) showActionResult(store, result);
    if (path !== null) await navigate(path);
  };

  return {
    ref,
    result,
    isBusy,
    pressed,
    progress,
    getProblem: (field) =>
      codes.has(field)
        ? (codes.get(field) ?? null)
        : (result?.problems.find((problem) => problem.field === field)?.code ?? null),
    getValue: (field) => result?.values[field] ?? '',
    onSubmit: (event) => {
      const form = event.currentTarget;
      const { submitter } = event.nativeEvent;
      // Without an API client the browser sends the form. While offline, `preventOfflineSubmits` prevents that and
      // reports the form.
      if (!api || !navigator.onLine) return;
      event.preventDefault();
      if (isBusy) return;
      setIsBusy(true);
      const sent = new FormData(form);
      // Adds the pressed button, as the browser does without script.
      const hasName = submitter instanceof HTMLButtonElement && submitter.name !== '';
      if (hasName) sent.append(submitter.name, submitter.value);
      setPressed(hasName ? submitter.value : '');
      send(form, submitter, sent)
        .catch((error: unknown) => {
          // A programming error with unknown progress is reported to the visitor and to the error service.
          globalThis.reportError(error);
          const problems = [{ field: null, code: 'failed' }];
          showActionResult(store, { form: name, of, status: 'refused', values: {}, problems });
        })
        .finally(() => {
          setIsBusy(false);
          setProgress(null);
        });
    },
  };
}
