/** @throws Error for a URL that is not http or https */
export function requireWebAddress(url: string): string {
  const { protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error('A mail links to web addresses only');
  return url;
}

/** Validates the target of a link in a campaign: the web, a mail address or a telephone number. */
export function requireLinkTarget(href: string): string {
  return /^(?:tel|mailto):/.test(href) ? href : requireWebAddress(href);
}
