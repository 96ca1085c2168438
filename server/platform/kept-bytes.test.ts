import { describe, expect, it } from '@jest/globals';
import { createKeptBytes } from './kept-bytes.ts';

describe('createKeptBytes', () => {
  it.each([
    ['text', 'Grüße – ünïcode 🐴'],
    ['a piece of a shared slab', Buffer.from('Grüße – ünïcode 🐴')],
    ['a piece of a larger buffer', Buffer.alloc(100_000, 'a').subarray(0, 10)],
  ])('stores %s without holding more memory', (_case, content) => {
    const kept = createKeptBytes(content);
    expect(kept.toString()).toBe(content.toString());
    expect(kept.buffer.byteLength).toBe(Buffer.byteLength(content));
  });

  it('does not copy bytes that have their own memory', () => {
    const alone = Buffer.alloc(100_000, 'a');
    expect(createKeptBytes(alone)).toBe(alone);
  });
});
