import { describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { hostileTexts, INJECTED_ELEMENT_ID, poison } from '../../../test/fixtures/hostile-texts.ts';
import { stringifyPieces, stringifySafely } from './safe-json.ts';

const joinPieces = (value: Readonly<Record<string, unknown>>, depth: number) =>
  Buffer.concat([...stringifyPieces(value, depth)].map((piece) => Buffer.from(piece))).toString();

/**
 * Returns what a browser finds in a script element with that text, and whether the markup after it is intact.
 */
function parse(json: string) {
  const { document } = new JSDOM(
    `<!doctype html><script type="application/json" id="state">${json}</script><p id="after"></p>`,
  ).window;
  return {
    value: JSON.parse(document.getElementById('state')?.textContent ?? '') as unknown,
    isBroken:
      document.getElementById(INJECTED_ELEMENT_ID) !== null || document.getElementById('after') === null,
  };
}

/** A small state: shared objects, lists, and texts at every depth. */
const state = {
  page: {
    path: 'a',
    head: Object.freeze({ title: 'b', alternates: Object.freeze([['c'], { d: 'e' }]) }),
    data: { list: [{ f: 'g' }, null, 1], form: { values: { h: 'i' } }, empty: {} },
  },
  routing: { byPath: { j: { error: { status: 404 } } } },
};

describe('JSON in a script element', () => {
  it.each(hostileTexts)('preserves %j as any name and any value, at any depth', (text) => {
    const hostile = poison(state, (original) => `${text}${original}`) as typeof state;
    for (const json of [
      stringifySafely(hostile),
      ...[1, 2, 3, 4, 5].map((depth) => joinPieces(hostile, depth)),
    ]) {
      expect(json).not.toMatch(/[<>&\u2028\u2029\0]/);
      expect(parse(json)).toEqual({ value: hostile, isBroken: false });
    }
  });

  it('preserves a single text', () => {
    for (const text of hostileTexts) {
      expect(parse(stringifySafely(text))).toEqual({ value: text, isBroken: false });
    }
  });
});

describe('stringifyPieces', () => {
  it('returns the same JSON as stringifySafely, and encodes shared objects once', () => {
    const shared = Object.freeze({ text: '</script> € 馬' });
    const value = { a: { b: shared, c: [1, null], d: {} }, e: undefined, f: shared, g: 'x & y' };
    const pieces = [...stringifyPieces(value, 2)];
    expect(joinPieces(value, 2)).toBe(stringifySafely(value));
    const bytes = pieces.filter((piece) => Buffer.isBuffer(piece));
    expect(bytes).toHaveLength(2);
    expect(bytes[0]).toBe(bytes[1]);
    expect(JSON.parse([...stringifyPieces({}, 1)].join(''))).toEqual({});
  });

  it('inserts existing JSON bytes unchanged', () => {
    expect(joinPieces({ a: { b: Buffer.from('[1]') }, c: 2 }, 2)).toBe('{"a":{"b":[1]},"c":2}');
  });
});
