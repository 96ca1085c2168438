/**
 * What counts as one visitor: an IPv4 address, or the network of an IPv6 one (/64), of which everybody has as many as they like.
 *
 * @param address as a socket or a proxy tells it
 */
export function getVisitorKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const parts = head === '' ? [] : head.split(':');
  const tailParts = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - parts.length - tailParts.length)).fill('0');
  return [...parts, ...gap, ...tailParts]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
