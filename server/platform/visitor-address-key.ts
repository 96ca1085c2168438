/**
 * Matches an address with a port, which some proxies add. With the port, every connection would count as
 * another visitor.
 */
const addressWithPortPattern = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\])(?::\d+)?$/;

/** Converts two groups of an IPv6 address to the IPv4 address that they contain. */
const toDottedIpv4 = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.');

/**
 * Returns the key of a visitor: an IPv4 address, or the /64 network of an IPv6 address, because every
 * customer has a whole /64.
 *
 * @param address address of a socket or from a proxy, abbreviated or not; an IPv4 address may be mapped to
 *   IPv6
 */
export function getVisitorAddressKey(address: string): string {
  const [, ipv4, ipv6] = addressWithPortPattern.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const bare = ipv6 ?? address;
  if (!bare.includes(':')) return bare;
  const expanded = bare
    .toLowerCase()
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_dotted, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    });
  const [head = '', tail] = expanded.split('::');
  const parts = head === '' ? [] : head.split(':');
  const tailParts = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - parts.length - tailParts.length)).fill('0');
  const groups = [...parts, ...gap, ...tailParts].map((part) => part.replace(/^0+(?=.)/, ''));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return toDottedIpv4(groups.slice(6, 8));
  return groups.slice(0, 4).join(':');
}
