/** How the outside world reaches the web server: what `PUBLIC_SCHEME`, `PUBLIC_PORT` and `PORT` say. */
export interface PublicAddress {
  /** Scheme of every absolute URL; undefined leaves it to the domain. */
  readonly scheme: 'http' | 'https' | undefined;
  /** Port of every absolute URL; undefined leaves it to the domain. */
  readonly port: number | undefined;
  /** Port on which the web server listens: the default port of development domains. */
  readonly webPort: number;
}

const standardPorts = { http: 80, https: 443 };

/** Tells whether a domain is one that only this machine resolves: `localhost` or a name below it. */
export function isDevelopmentDomain(domain: string): boolean {
  return domain === 'localhost' || domain.endsWith('.localhost');
}

/**
 * Origin of a registered domain, never made from a Host header: http and the web's port for `.localhost`
 * domains, https without a port for all others, unless the settings say otherwise.
 *
 * @param domain registered domain in lower case, without port
 * @returns for example `http://havero-nl.localhost:3000`, without a trailing slash
 */
export function createOrigin(domain: string, address: PublicAddress): string {
  const isDevelopment = isDevelopmentDomain(domain);
  const scheme = address.scheme ?? (isDevelopment ? 'http' : 'https');
  const port = address.port ?? (isDevelopment ? address.webPort : undefined);
  return port === undefined || port === standardPorts[scheme]
    ? `${scheme}://${domain}`
    : `${scheme}://${domain}:${port}`;
}

/** Absolute URL of a path of a registered domain. `path` begins with a slash and is already encoded. */
export function createAbsoluteUrl(domain: string, path: string, address: PublicAddress): string {
  return createOrigin(domain, address) + path;
}
