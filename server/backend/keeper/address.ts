import type { BackendConfig } from '../config.ts';

/** Where the keeper's pages are, as somebody on this machine opens them. */
export function getKeeperAddress({
  adminHost,
  adminPort,
}: Pick<BackendConfig, 'adminHost' | 'adminPort'>): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[adminHost] ?? adminHost;
  return `http://${host}:${adminPort}/keeper/`;
}
