import { getPublicOrigin, type PublicAddress } from '../../../shared/rules/public-origin.ts';

/**
 * Makes what knows where a site is reached from outside.
 *
 * @returns a function from the domain that a site was imported with to its origin
 */
export function createGetOrigin(config: {
  readonly publicAddress: PublicAddress;
  /** Real domain by imported domain. */
  readonly siteDomains: ReadonlyMap<string, string>;
}): (importedDomain: string) => string {
  return (importedDomain) => {
    const domain = importedDomain.toLowerCase();
    return getPublicOrigin(config.siteDomains.get(domain) ?? domain, config.publicAddress);
  };
}
