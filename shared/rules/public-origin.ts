/** Public address of the shop, if it differs from the defaults. */
export interface PublicAddress {
  /** `PUBLIC_SCHEME` */
  readonly scheme?: 'http' | 'https' | undefined;
  /** `PUBLIC_PORT` */
  readonly port?: number | undefined;
  /** Port of the web process, at which `.localhost` domains are reached. */
  readonly webPort: number;
}

const defaultPorts = { http: 80, https: 443 } as const;

/**
 * Returns scheme, registered domain and public port: the start of every absolute URL. The Host header is
 * never used for it. By default a `.localhost` domain uses http on the web's port, any other https without a
 * port.
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
