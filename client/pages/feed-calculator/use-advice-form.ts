import { type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type AdviceAnswers, createAdviceQuery } from '../../../shared/rules/feed-advice/advice-query.ts';
import { WEIGHT_DEBOUNCE_MS } from '../../features/feed-advice/weight-debounce.ts';
import { useAppState } from '../../store/shop.tsx';

/** Returns the URL of the form's answers. Empty fields are omitted. */
function getFormUrl(form: HTMLFormElement, pathname: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') query.set(name, value.trim());
  }
  query.sort();
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

export interface AdviceForm {
  readonly ref: RefObject<HTMLFormElement | null>;
  /** Path of the calculator, for the form without script. */
  readonly pathname: string;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * Connects a plain GET form of answers. With script it updates the page in place. A new navigation aborts the
 * previous one, so an older result never replaces a newer one.
 *
 * @param isLive whether every change is requested at once and replaces the history entry; otherwise the
 *   form is requested when it is submitted
 * @param answers answers of the page, which the fields show, also after Back
 */
export function useAdviceForm(answers: AdviceAnswers, isLive: boolean): AdviceForm {
  const navigate = useNavigate();
  const ref = useRef<HTMLFormElement>(null);
  const pathname = useAppState((state) => state.page.virtualPath.split('?')[0] ?? '/');
  const shown = useRef<AdviceAnswers>(null);
  /** URL of the visible or pending result. */
  const asked = useRef('');

  useEffect(() => {
    const form = ref.current;
    // On the first render the fields keep the server's values, or changes made before hydration.
    if (form && shown.current !== null && shown.current !== answers) fillInAnswers(form, answers);
    shown.current = answers;
    asked.current = pathname + createAdviceQuery(answers);
  }, [answers, pathname]);

  useEffect(() => {
    const form = ref.current;
    if (!form || !isLive) return;
    let timer: number | undefined;
    const ask = () => {
      window.clearTimeout(timer);
      const url = getFormUrl(form, pathname);
      // A weight that was requested while typing fires another change when the field loses the focus.
      if (url === asked.current) return;
      // While offline the request fails, so it may be repeated.
      if (window.navigator.onLine) asked.current = url;
      void navigate(url, { replace: true, preventScrollReset: true });
    };
    const handleChange = ({ target }: Event) => {
      // The values of a test result belong together and are sent with their own button.
      if (target instanceof HTMLElement && target.closest('[data-sent-together]')) return;
      ask();
    };
    const handleInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== 'weight') return;
      window.clearTimeout(timer);
      timer = window.setTimeout(ask, WEIGHT_DEBOUNCE_MS);
    };
    form.addEventListener('change', handleChange);
    form.addEventListener('input', handleInput);
    return () => {
      window.clearTimeout(timer);
      form.removeEventListener('change', handleChange);
      form.removeEventListener('input', handleInput);
    };
  }, [isLive, navigate, pathname]);

  return {
    ref,
    pathname,
    onSubmit: (event) => {
      event.preventDefault();
      void navigate(
        getFormUrl(event.currentTarget, pathname),
        isLive ? { replace: true, preventScrollReset: true } : undefined,
      );
    },
  };
}

/** Fills the fields with other answers, except the field that is being edited. */
function fillInAnswers(form: HTMLFormElement, { values, ...answers }: AdviceAnswers): void {
  const texts: Record<string, string | number | null> = {
    dm: null,
    de: null,
    cp: null,
    sugar: null,
    ...answers,
    ...values,
  };
  for (const [name, value] of Object.entries(texts)) {
    const field = form.elements.namedItem(name);
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (isField && (field instanceof HTMLSelectElement || field !== document.activeElement))
      field.value = value === null ? '' : String(value);
  }
}
