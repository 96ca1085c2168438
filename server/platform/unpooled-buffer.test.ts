import { describe, expect, it } from '@jest/globals';
import { toUnpooledBuffer } from './unpooled-buffer.ts';

describe('toUnpooledBuffer', () => {
  it.each([
    ['text', 'Grüße – ünïcode 🐴'],
    ['a part of a shared slab', Buffer.from('Grüße – ünïcode 🐴')],
    ['a part of a larger buffer', Buffer.alloc(100_000, 'a').subarray(0, 10)],
  ])('stores %s without holding more memory', (_case, content) => {
    const kept = toUnpooledBuffer(content);
    expect(kept.toString()).toBe(content.toString());
    expect(kept.buffer.byteLength).toBe(Buffer.byteLength(content));
  });

  it('does not copy bytes that have their own memory', () => {
    const alone = Buffer.alloc(100_000, 'a');
    expect(toUnpooledBuffer(alone)).toBe(alone);
  });
});
