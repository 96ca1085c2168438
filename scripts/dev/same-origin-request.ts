import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Returns true if a request comes from a page of this server. A page of another site must not read the
 * sources, not even under a host name of its own that resolves to this machine (DNS rebinding).
 */
export function isSameOriginRequest(request: Pick<IncomingMessage, 'headers'>): boolean {
  const { host = '', 'sec-fetch-site': from } = request.headers;
  if (from === 'cross-site') return false;
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}
