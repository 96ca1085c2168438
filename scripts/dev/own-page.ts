import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether a request comes from a page of this server. Sources are nobody else's business: a page of another site could
 * ask for them, also under a name of its own that leads to this machine.
 */
export function isOwnPage(request: Pick<IncomingMessage, 'headers'>): boolean {
  const { host = '', 'sec-fetch-site': from } = request.headers;
  if (from === 'cross-site') return false;
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}
