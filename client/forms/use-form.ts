import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useAppState, useAppStore } from '../store/shop.tsx';
import type { FormReport } from './form-report.ts';

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

/**
 * A form that works without script (the page comes again with the report) and in place with it. After a refusal the first
 * control with `aria-invalid`, or else the first element with `data-form-notice`, has the focus; after success the latter.
 *
 * @param name the form's name in `formActions`
 * @param of which of several forms of that name on the page
 */
export function useForm(name: string, of = ''): FormState {
  const api = useApi();
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
      form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      place.querySelector<HTMLElement>('[data-form-notice]');
    target?.focus();
  }, [report]);

  const send = async (form: HTMLFormElement) => {
    if (!api) return;
    const [{ readFormValues, runFormAction }, { findFormAction }] = await Promise.all([
      import('./form-action.ts'),
      import('./form-actions.ts'),
    ]);
    const action = findFormAction(name);
    if (!action) throw new Error(`There is no form '${name}'`);
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
    getProblem: (field) => report?.problems.find((problem) => problem.field === field)?.code ?? null,
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
