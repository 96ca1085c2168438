/** IPv4 with the port that some proxies add; without it every connection would be another visitor. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\])(?::\d+)?$/;

/** Two groups of an IPv6 address as the IPv4 address that they stand for. */
const toDotted = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.');

/**
 * What counts as one visitor: an IPv4 address, or the network of an IPv6 one (/64), of which everybody has as many as they like.
 *
 * @param address as a socket or a proxy tells it: in short or in full, an IPv4 address also as one of IPv6
 */
export function getVisitorKey(address: string): string {
  const [, ipv4, ipv6] = withPort.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const bare = ipv6 ?? address;
  if (!bare.includes(':')) return bare;
  const inGroups = bare
    .toLowerCase()
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_dotted, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    });
  const [head = '', tail] = inGroups.split('::');
  const parts = head === '' ? [] : head.split(':');
  const tailParts = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - parts.length - tailParts.length)).fill('0');
  const groups = [...parts, ...gap, ...tailParts].map((part) => part.replace(/^0+(?=.)/, ''));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return toDotted(groups.slice(6, 8));
  return groups.slice(0, 4).join(':');
}
