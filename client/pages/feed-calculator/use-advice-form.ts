import { type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type AdviceAnswers, createAdviceQuery } from '../../../shared/rules/feed-advice/advice-query.ts';
import { useAppState } from '../../store/shop.tsx';

/** A weight under the fingers says something with every figure: asked is when they rest, in milliseconds. */
const WEIGHT_REST_MS = 400;

/** The address that a form of answers comes to: what was left empty is not said. */
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
 * A plain GET form of answers that changes the page in place where there is script. The navigation aborts what was asked before, so that
 * an older answer never follows a newer one.
 *
 * @param isLive every choice is asked at once, and the address of the history is replaced; else the form asks when it is sent
 * @param answers what the page shows: the fields say the same, also after a way back in the history
 */
export function useAdviceForm(answers: AdviceAnswers, isLive: boolean): AdviceForm {
  const navigate = useNavigate();
  const ref = useRef<HTMLFormElement>(null);
  const pathname = useAppState((state) => state.page.virtualPath.split('?')[0] ?? '/');
  const shown = useRef<AdviceAnswers>(null);
  /** What the page shows, or will once it has come. */
  const asked = useRef('');

  useEffect(() => {
    const form = ref.current;
    // At first the fields are as the server made them, or as somebody has changed them before this code came.
    if (form && shown.current !== null && shown.current !== answers) showAnswers(form, answers);
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
      // A weight that was asked while it was typed says so once more when its field is left.
      if (url === asked.current) return;
      // Without a connection it does not come, and can be asked for again.
      if (window.navigator.onLine) asked.current = url;
      void navigate(url, { replace: true, preventScrollReset: true });
    };
    const handleChange = ({ target }: Event) => {
      // The values of a result belong together: they are sent with their button.
      if (target instanceof HTMLElement && target.closest('[data-sent-together]')) return;
      ask();
    };
    const handleInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== 'weight') return;
      window.clearTimeout(timer);
      timer = window.setTimeout(ask, WEIGHT_REST_MS);
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

/** Fills the fields with other answers; what somebody is just typing stays. */
function showAnswers(form: HTMLFormElement, { values, ...answers }: AdviceAnswers): void {
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
