/** How the shop is reached from outside, where that differs from the defaults. */
export interface PublicAddress {
  /** `PUBLIC_SCHEME` */
  readonly scheme?: 'http' | 'https' | undefined;
  /** `PUBLIC_PORT` */
  readonly port?: number | undefined;
  /** The web's own port: what a `.localhost` domain is reached at. */
  readonly webPort: number;
}

const defaultPorts = { http: 80, https: 443 } as const;

/**
 * Scheme, registered domain and public port: the beginning of every absolute URL. The Host header is never used for it.
 * By default a `.localhost` domain is http on the web's port, any other https without a port.
 *
 * @param domain registered domain, lower case, without port
 * @returns for example `http://havero-nl.localhost:3000` or `https://www.havero.nl`, without a trailing slash
 */
export function getPublicOrigin(domain: string, address: PublicAddress): string {
  const isLocal = domain === 'localhost' || domain.endsWith('.localhost');
  const scheme = address.scheme ?? (isLocal ? 'http' : 'https');
  const port = address.port ?? (isLocal ? address.webPort : defaultPorts[scheme]);
  return port === defaultPorts[scheme] ? `${scheme}://${domain}` : `${scheme}://${domain}:${port}`;
}
