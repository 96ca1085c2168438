/**
 * Bytes in memory of their own, for keeping. Node cuts small Buffers out of slabs of 64 kB, and a slab lives as long as the smallest
 * piece of it: a kept kilobyte would hold sixty-four.
 *
 * @param content text is encoded as UTF-8; bytes that have their memory for themselves already are given back as they are
 */
export function createKeptBytes(content: string | Buffer): Buffer {
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
