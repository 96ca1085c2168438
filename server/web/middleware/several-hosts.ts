/**
 * Whether a request has more than one Host header: Node reads the first, and another program may read the last (RFC 9112, 3.2).
 *
 * @param rawHeaders names and values in turn, as they came
 */
export function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
