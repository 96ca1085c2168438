import type { Api } from '../../../shared/api/client.ts';
import type { ProductSuggestions } from '../../../shared/contract/products.ts';

/**
 * Minimum length of a term, because shorter terms match too much. An empty term requests popular searches.
 */
const shortestTerm = 2;
/** Maximum number of cached responses per tab. */
const keptAnswers = 50;
/** Debounce delay in milliseconds. */
const pauseMs = 150;

export interface SuggestionSource {
  /** Handles a new text of the field. Aborts earlier requests and reports only the result of this text. */
  ask(text: string): void;
  /** Aborts the pending request. */
  stop(): void;
}

/** Normalizes the text of a field to the requested term. */
function toTerm(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, 200).toLowerCase();
}

/**
 * Creates a source of suggestions for a text field. It debounces input, sends one request at a time and
 * caches the responses.
 *
 * @param tell called with the suggestions for the current text, or with null if there are none; never with
 *   those of an earlier text
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
    // Failed suggestions are omitted; the form works without them.
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
