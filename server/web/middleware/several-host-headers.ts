/**
 * Returns true if a request has more than one Host header. Node reads the first one, while another program
 * may read the last (RFC 9112, 3.2).
 *
 * @param rawHeaders alternating names and values as received
 */
export function hasSeveralHostHeaders(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
