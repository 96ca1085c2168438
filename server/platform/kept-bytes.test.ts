import { describe, expect, it } from '@jest/globals';
import { createKeptBytes } from './kept-bytes.ts';

describe('bytes for keeping', () => {
  it.each([
    ['text', 'Grüße – ünïcode 🐴'],
    ['a piece of a shared slab', Buffer.from('Grüße – ünïcode 🐴')],
    ['a piece of a larger buffer', Buffer.alloc(100_000, 'a').subarray(0, 10)],
  ])('hold %s and no more memory than that', (_case, content) => {
    const kept = createKeptBytes(content);
    expect(kept.toString()).toBe(content.toString());
    expect(kept.buffer.byteLength).toBe(Buffer.byteLength(content));
  });

  it('are not copied where they are alone already', () => {
    const alone = Buffer.alloc(100_000, 'a');
    expect(createKeptBytes(alone)).toBe(alone);
  });
});
