import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { usePages } from '../pages/pages-context.ts';
import { useAppState, useAppStore } from '../store/shop.tsx';
import type { FormFields } from './form-action.ts';
import type { FormProblem, FormReport } from './form-report.ts';

export interface FormState {
  /** Goes on the `<form method="post">` beside `ref`, together with `<FormName>`. */
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly ref: React.RefObject<HTMLFormElement | null>;
  /** What became of it; null before it is sent. */
  readonly report: FormReport | null;
  readonly isBusy: boolean;
  /** Code of what is wrong with a field. */
  readonly getProblem: (field: string) => string | null;
  /** What was typed before: a `defaultValue`. */
  readonly getValue: (field: string) => string;
}

/** Codes of fields that were looked at again since a report; null where they are right. */
interface Checked {
  readonly report: FormReport | null;
  readonly codes: ReadonlyMap<string, string | null>;
}

const unchecked: Checked = { report: null, codes: new Map() };

/**
 * A form that works without script (the page comes again with the report) and in place with it. After a refusal its
 * `<ErrorSummary>` has the focus, or else the first control with `aria-invalid`, or else the first element with
 * `data-form-notice`; after success the latter.
 *
 * @param name the form's name among the `actions` of its page
 * @param of which of several forms of that name on the page
 * @param check what is wrong with what is typed, as far as the page knows; it says the same as the form's action. After a
 *   refusal a problem goes the moment its field is right, and one that stays is named anew when the field is left
 */
export function useForm(
  name: string,
  of = '',
  check?: (fields: FormFields) => readonly FormProblem[],
): FormState {
  const api = useApi();
  const pages = usePages();
  const store = useAppStore();
  const ref = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const sent = useAppState((state) => state.request.form);
  const report = sent?.form === name && sent.of === of ? sent : null;

  useEffect(() => {
    if (!report) return;
    const form = ref.current;
    const place = form?.parentElement ?? document;
    const target =
      form?.querySelector<HTMLElement>('[data-form-summary]') ??
      form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      place.querySelector<HTMLElement>('[data-form-notice]');
    target?.focus();
  }, [report]);

  const latestCheck = useRef(check);
  latestCheck.current = check;
  const [checked, setChecked] = useState(unchecked);
  // What was found since this report, and nothing of an earlier one.
  const codes = checked.report === report ? checked.codes : unchecked.codes;
  const isRefused = report?.status === 'refused';
  useEffect(() => {
    const form = ref.current;
    if (!isRefused || !form) return;
    const checkField = ({ type, target }: Event) => {
      const field = target instanceof Element ? target.getAttribute('name') : null;
      if (!latestCheck.current || !field) return;
      const typed = new FormData(form);
      const read = (key: string) => String(typed.get(key) ?? '').trim();
      const code =
        latestCheck.current({ get: read }).find((problem) => problem.field === field)?.code ?? null;
      // Nobody is told of a fault before he has finished the word.
      if (type !== 'change' && code !== null) return;
      setChecked((known) => ({
        report,
        codes: new Map([...(known.report === report ? known.codes : []), [field, code]]),
      }));
    };
    form.addEventListener('input', checkField);
    form.addEventListener('change', checkField);
    return () => {
      form.removeEventListener('input', checkField);
      form.removeEventListener('change', checkField);
    };
  }, [report, isRefused]);

  const send = async (form: HTMLFormElement) => {
    const getAction = pages?.findFormAction(name);
    if (!api || !getAction) throw new Error(`There is no form '${name}'`);
    const [{ readFormValues, runFormAction }, action] = await Promise.all([
      import('./form-action.ts'),
      getAction(),
    ]);
    const result = await runFormAction(action, readFormValues(new FormData(form)), { api, options: {} });
    if ('path' in result) {
      window.location.assign(result.path);
      return;
    }
    store.setState(({ request }) => ({ request: { ...request, form: result } }));
  };

  return {
    ref,
    report,
    isBusy,
    getProblem: (field) =>
      codes.has(field)
        ? (codes.get(field) ?? null)
        : (report?.problems.find((problem) => problem.field === field)?.code ?? null),
    getValue: (field) => report?.values[field] ?? '',
    onSubmit: (event) => {
      const form = event.currentTarget;
      // Without the way to the backend the browser sends the form as any form.
      if (!api) return;
      event.preventDefault();
      if (isBusy) return;
      setIsBusy(true);
      send(form)
        // The code could not be had: the form goes the way it goes without script.
        .catch(() => form.submit())
        .finally(() => setIsBusy(false));
    },
  };
}
