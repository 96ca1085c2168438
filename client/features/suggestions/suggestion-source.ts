import type { Api } from '../../../shared/api/client.ts';
import type { ProductSuggestions } from '../../../shared/contract/products.ts';

/** Terms shorter than this fit too much to be of help; no term at all asks for what others look for. */
const shortestTerm = 2;
/** Answers that one tab remembers. */
const keptAnswers = 50;
/** A typist's pause, in milliseconds. */
const pauseMs = 150;

export interface SuggestionSource {
  /** A new text of the field: earlier questions are given up, and only its own answer will be told. */
  ask(text: string): void;
  /** Gives up what is under way. */
  stop(): void;
}

/** The text of a field as it is asked for. */
function toTerm(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, 200).toLowerCase();
}

/**
 * Asks for suggestions while somebody types: after a pause, one question at a time, each only once.
 *
 * @param tell gets the answer for what stands in the field now, or null where there is none; never one of an earlier text
 */
export function createSuggestionSource(
  api: Pick<Api, 'suggestProducts'>,
  tell: (term: string, answer: ProductSuggestions | null) => void,
): SuggestionSource {
  const kept = new Map<string, ProductSuggestions>();
  let current: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | null = null;

  function stop(): void {
    clearTimeout(timer);
    asked?.abort();
    asked = null;
    current = null;
  }

  async function send(term: string): Promise<void> {
    const controller = new AbortController();
    asked = controller;
    // What cannot be had is left out: the form works without.
    const answer = await api
      .suggestProducts({ query: { term } }, { signal: controller.signal })
      .catch(() => null);
    if (answer) {
      kept.set(term, answer);
      const [oldest] = kept.keys();
      if (kept.size > keptAnswers && oldest !== undefined) kept.delete(oldest);
    }
    if (asked === controller && current === term) tell(term, answer);
  }

  return {
    ask(text) {
      const term = toTerm(text);
      if (term === current) return;
      stop();
      current = term;
      const known = kept.get(term);
      if (term !== '' && term.length < shortestTerm) tell(term, null);
      else if (known) tell(term, known);
      else if (term === '') void send(term);
      else timer = setTimeout(() => void send(term), pauseMs);
    },
    stop,
  };
}
