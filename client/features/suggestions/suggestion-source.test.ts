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

/** A backend whose answers come when the test says so. */
function createBackend() {
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

function setUp() {
  const { asked, api } = createBackend();
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

describe('suggestions', () => {
  it('are asked for once the typing pauses, not at each letter', async () => {
    const { asked, type } = setUp();
    await type('mu', false);
    await type('mue', false);
    await type(' Muesli ');
    expect(asked.map(({ term }) => term)).toEqual(['muesli']);
  });

  it('are told for what stands in the field, though an older answer comes last', async () => {
    const { asked, told, type, settle } = setUp();
    await type('mu');
    await type('mash');
    asked[1]!.answer(createAnswer('mash'));
    await settle();
    asked[0]!.answer(createAnswer('muesli'));
    await settle();
    expect(told).toEqual([['mash', 'mash']]);
    expect(asked[0]!.signal.aborted).toBe(true);
  });

  it('are not told where an older answer comes while the newer is on its way', async () => {
    const { asked, told, type, settle } = setUp();
    await type('mu');
    await type('mash');
    asked[0]!.answer(createAnswer('muesli'));
    await settle();
    expect(told).toEqual([]);
  });

  it('are remembered: the same term is not asked twice', async () => {
    const { asked, told, type, settle } = setUp();
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

  it('are asked for at once where nothing is typed: what others look for', async () => {
    const { asked, told, type, settle } = setUp();
    await type(' ', false);
    expect(asked.map(({ term }) => term)).toEqual(['']);
    asked[0]!.answer(createAnswer('popular'));
    await settle();
    expect(told).toEqual([['', 'popular']]);
  });

  it.each(['m', ' m '])('are none for "%s"', async (text) => {
    const { asked, told, type } = setUp();
    await type('mu', false);
    await type(text);
    expect(asked).toEqual([]);
    expect(told).toEqual([[text.trim(), null]]);
  });

  it('are none where the backend fails, and are asked for again', async () => {
    const { asked, told, type, settle } = setUp();
    await type('mash');
    asked[0]!.answer(new ApiError('timeout'));
    await settle();
    expect(told).toEqual([['mash', null]]);
    await type('mas', false);
    await type('mash');
    expect(asked.map(({ term }) => term)).toEqual(['mash', 'mash']);
  });

  it('are given up when the field is left', async () => {
    const { asked, told, source, type, settle } = setUp();
    await type('mash');
    source.stop();
    asked[0]!.answer(createAnswer('mash'));
    await settle();
    expect(told).toEqual([]);
  });

  it('never ask with more than the API takes', async () => {
    const { asked, type } = setUp();
    await type('a'.repeat(10_000));
    expect(asked[0]!.term).toHaveLength(200);
  });
});
