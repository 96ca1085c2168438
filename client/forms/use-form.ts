import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../api/api-context.tsx';
import { untilShownAgain } from '../navigation/until-shown-again.ts';
import { usePages } from '../pages/pages-context.ts';
import { showActionResult } from '../store/page.ts';
import { useAppState, useAppStore } from '../store/shop.tsx';
import type { ActionResult, FormProblem } from './action-result.ts';
import type { FormFields } from './form-action.ts';
import { sendNatively } from './unsent-forms.ts';

export interface FormState {
  /** Goes on the `<form method="post">` beside `ref`, together with `<FormName>`. */
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly ref: React.RefObject<HTMLFormElement | null>;
  /** What became of it; null before it is sent. */
  readonly result: ActionResult | null;
  readonly isBusy: boolean;
  /** Value of the named submit button that was pressed last; '' for a button without a name. */
  readonly pressed: string;
  /** How much of its files has left, from 0 to 1; null where none are on their way. */
  readonly progress: number | null;
  /** Code of what is wrong with a field. */
  readonly getProblem: (field: string) => string | null;
  /** What was typed before: a `defaultValue`. */
  readonly getValue: (field: string) => string;
}

/** Codes of fields that were looked at again since a result; null where they are right. */
interface Checked {
  readonly result: ActionResult | null;
  readonly codes: ReadonlyMap<string, string | null>;
}

const unchecked: Checked = { result: null, codes: new Map() };

/**
 * A form that works without script (the page comes again with what is wrong, or another one says that it is done) and in place with it. After a refusal its
 * `<ErrorSummary>` has the focus, or else the first control with `aria-invalid`, or else the first element with
 * `data-form-notice`; after success the latter.
 *
 * @param name the form's name among the `actions` of its page
 * @param of which of several forms of that name on the page
 * @param check what is wrong with what is typed, as far as the page knows; it says the same as the form's action. After a
 *   refusal a problem goes the moment its field is right, and one that stays is named anew when the field is left
 * @param checksEarly so it is before anything was sent, too
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
      // Fields may belong to the form and stand outside of it.
      [...(form?.elements ?? [])].find(
        (field): field is HTMLElement =>
          field instanceof HTMLElement && field.getAttribute('aria-invalid') === 'true',
      ) ??
      place.querySelector<HTMLElement>('[data-form-notice]');
    target?.focus();
  }, [result]);

  const latestCheck = useRef(check);
  latestCheck.current = check;
  const [checked, setChecked] = useState(unchecked);
  // What was found since this result, and nothing of an earlier one.
  const codes = checked.result === result ? checked.codes : unchecked.codes;
  const isRefused = result?.status === 'refused';
  useEffect(() => {
    const form = ref.current;
    if (!(isRefused || checksEarly) || !form) return;
    // What is said of a field that is left by pressing a button would move the button away from under the finger: it is said when
    // the press is over.
    let isPressed = false;
    const waiting: (() => void)[] = [];
    const handlePress = () => {
      isPressed = true;
    };
    const handleRelease = () => {
      // After the click that comes of it.
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
      // Nobody is told of a fault before they have finished the word.
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
      import('../store/visitor-cart.ts'),
      getAction(),
    ]).catch(() => null);
    if (!code) {
      // The form goes the way it goes without script. Nothing has been done yet: it is sent once.
      // Busy until the next document is there.
      if (await sendNatively(form, submitter)) await untilShownAgain(window);
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
    // What the page says of the form may tell what is true now.
    await pages.invalidate(changed);
    if (documentUrl !== null) {
      window.location.assign(documentUrl);
      // Busy until the document is there.
      await untilShownAgain(window);
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
      // Without an API client the browser sends the form. Offline, `keepFormsOffline` prevents that and reports the form.
      if (!api || !navigator.onLine) return;
      event.preventDefault();
      if (isBusy) return;
      setIsBusy(true);
      const sent = new FormData(form);
      // Which button was pressed, as the browser tells it without script.
      const hasName = submitter instanceof HTMLButtonElement && submitter.name !== '';
      if (hasName) sent.append(submitter.name, submitter.value);
      setPressed(hasName ? submitter.value : '');
      send(form, submitter, sent)
        .catch((error: unknown) => {
          // A mistake of ours, and nobody knows how far it came: the visitor is told, and the error service.
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
