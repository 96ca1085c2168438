import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';

/**
 * Creates a function that returns the public origin of a site.
 *
 * @returns a function from the imported domain of a site to its origin
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
