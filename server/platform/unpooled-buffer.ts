/**
 * Returns bytes with their own memory, for caches. Node allocates small Buffers from slabs of 64 kB, and a
 * slab is freed with its last Buffer: a cached kilobyte would hold sixty-four.
 *
 * @param content text, which is encoded as UTF-8, or bytes, which are returned unchanged if they already
 *   have their own memory
 */
export function toUnpooledBuffer(content: string | Buffer): Buffer {
  if (typeof content === 'string') {
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
    bytes.write(content);
    return bytes;
  }
  if (content.buffer.byteLength === content.length) return content;
  const bytes = Buffer.allocUnsafeSlow(content.length);
  content.copy(bytes);
  return bytes;
}
