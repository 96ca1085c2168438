/** Returns the address of the admin, as opened on this machine. */
export function getLocalAdminUrl({
  adminHost,
  adminPort,
}: {
  readonly adminHost: string;
  readonly adminPort: number;
}): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[adminHost] ?? adminHost;
  return `http://${host}:${adminPort}/admin/`;
}
