import type { Api } from '../../../shared/api/client.ts';
import type { ProductSuggestions } from '../../../shared/contract/products.ts';
import { MAX_SEARCH_TERM_LENGTH } from '../../../shared/rules/search-term-length.ts';

/**
 * Minimum length of a term, because shorter terms match too much. An empty term requests popular searches.
 */
const minTermLength = 2;
/** Maximum number of cached responses per tab. */
const maxCachedResponses = 50;
/** Debounce delay in milliseconds. */
const debounceMs = 150;

export interface SuggestionSource {
  /** Handles a new text of the field. Aborts earlier requests and reports only the result of this text. */
  ask(text: string): void;
  /** Aborts the pending request. */
  stop(): void;
}

/** Normalizes the text of a field to the requested term. */
function normaliseTerm(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, MAX_SEARCH_TERM_LENGTH).toLowerCase();
}

/**
 * Creates a source of suggestions for a text field. It debounces input, sends one request at a time and
 * caches the responses.
 *
 * @param notify called with the suggestions for the current text, or with null if there are none; never with
 *   those of an earlier text
 */
export function createSuggestionSource(
  api: Pick<Api, 'suggestProducts'>,
  notify: (term: string, answer: ProductSuggestions | null) => void,
): SuggestionSource {
  const cache = new Map<string, ProductSuggestions>();
  let current: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingRequest: AbortController | null = null;

  function stop(): void {
    clearTimeout(timer);
    pendingRequest?.abort();
    pendingRequest = null;
    current = null;
  }

  async function send(term: string): Promise<void> {
    const controller = new AbortController();
    pendingRequest = controller;
    // Failed suggestions are omitted; the form works without them.
    const answer = await api
      .suggestProducts({ query: { term } }, { signal: controller.signal })
      .catch(() => null);
    if (answer) {
      cache.set(term, answer);
      const [oldest] = cache.keys();
      if (cache.size > maxCachedResponses && oldest !== undefined) cache.delete(oldest);
    }
    if (pendingRequest === controller && current === term) notify(term, answer);
  }

  return {
    ask(text) {
      const term = normaliseTerm(text);
      if (term === current) return;
      stop();
      current = term;
      const known = cache.get(term);
      if (term !== '' && term.length < minTermLength) notify(term, null);
      else if (known) notify(term, known);
      else if (term === '') void send(term);
      else timer = setTimeout(() => void send(term), debounceMs);
    },
    stop,
  };
}
