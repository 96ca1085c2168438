import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { ProductSuggestions } from '../../../shared/contract/products.ts';
import { createSuggestionSource } from './suggestion-source.ts';

const createAnswer = (title: string): ProductSuggestions => ({
  correctedTerm: null,
  terms: [],
  products: [],
  categories: [{ title, url: `/${title}/` }],
  articles: [],
});

/** Creates a backend whose responses the test controls. */
function createRecordingApi() {
  const asked: { term: string; signal: AbortSignal; answer: (value: ProductSuggestions | Error) => void }[] =
    [];
  const suggestProducts = (
    { query }: { query: { term: string } },
    { signal }: { signal?: AbortSignal | undefined } = {},
  ) =>
    new Promise<ProductSuggestions>((resolve, reject) => {
      asked.push({
        term: query.term,
        signal: signal!,
        answer: (value) => (value instanceof Error ? reject(value) : resolve(value)),
      });
    });
  return { asked, api: { suggestProducts } };
}

function createWatchedSource() {
  const { asked, api } = createRecordingApi();
  const told: [string, string | null][] = [];
  const source = createSuggestionSource(api, (term, answer) =>
    told.push([term, answer?.categories[0]?.title ?? null]),
  );
  const type = async (text: string, pause = true) => {
    source.ask(text);
    if (pause) await jest.advanceTimersByTimeAsync(1000);
  };
  const settle = () => jest.advanceTimersByTimeAsync(0);
  return { asked, told, source, type, settle };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('createSuggestionSource', () => {
  it('sends a request when the typing pauses, not for each letter', async () => {
    const { asked, type } = createWatchedSource();
    await type('mu', false);
    await type('mue', false);
    await type(' Muesli ');
    expect(asked.map(({ term }) => term)).toEqual(['muesli']);
  });

  it('reports only the suggestions for the current text if an older response arrives last', async () => {
    const { asked, told, type, settle } = createWatchedSource();
    await type('mu');
    await type('mash');
    asked[1]!.answer(createAnswer('mash'));
    await settle();
    asked[0]!.answer(createAnswer('muesli'));
    await settle();
    expect(told).toEqual([['mash', 'mash']]);
    expect(asked[0]!.signal.aborted).toBe(true);
  });

  it('ignores an older response while the newer request is pending', async () => {
    const { asked, told, type, settle } = createWatchedSource();
    await type('mu');
    await type('mash');
    asked[0]!.answer(createAnswer('muesli'));
    await settle();
    expect(told).toEqual([]);
  });

  it('caches responses and requests the same term only once', async () => {
    const { asked, told, type, settle } = createWatchedSource();
    await type('mash');
    asked[0]!.answer(createAnswer('mash'));
    await settle();
    await type('mas');
    asked[1]!.answer(createAnswer('mash'));
    await settle();
    await type('mash', false);
    expect(asked).toHaveLength(2);
    expect(told.at(-1)).toEqual(['mash', 'mash']);
  });

  it('requests popular searches at once for an empty field', async () => {
    const { asked, told, type, settle } = createWatchedSource();
    await type(' ', false);
    expect(asked.map(({ term }) => term)).toEqual(['']);
    asked[0]!.answer(createAnswer('popular'));
    await settle();
    expect(told).toEqual([['', 'popular']]);
  });

  it.each(['m', ' m '])('reports no suggestions for "%s"', async (text) => {
    const { asked, told, type } = createWatchedSource();
    await type('mu', false);
    await type(text);
    expect(asked).toEqual([]);
    expect(told).toEqual([[text.trim(), null]]);
  });

  it('reports no suggestions if the backend fails, and retries later', async () => {
    const { asked, told, type, settle } = createWatchedSource();
    await type('mash');
    asked[0]!.answer(new ApiError('timeout'));
    await settle();
    expect(told).toEqual([['mash', null]]);
    await type('mas', false);
    await type('mash');
    expect(asked.map(({ term }) => term)).toEqual(['mash', 'mash']);
  });

  it('aborts the request when it is stopped', async () => {
    const { asked, told, source, type, settle } = createWatchedSource();
    await type('mash');
    source.stop();
    asked[0]!.answer(createAnswer('mash'));
    await settle();
    expect(told).toEqual([]);
  });

  it("truncates the term to the API's maximum", async () => {
    const { asked, type } = createWatchedSource();
    await type('a'.repeat(10_000));
    expect(asked[0]!.term).toHaveLength(200);
  });
});
