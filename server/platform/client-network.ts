import { isIP } from 'node:net';
import { getVisitorKey } from './visitor-key.ts';

/** Groups of an IPv6 address that are its provider's and its customer's; those after it are a household's own. */
const NETWORK_GROUPS = 3;

/**
 * The network of a visitor, which tells where they come from and not who they are: /24 of IPv4, /48 of IPv6.
 *
 * @param address as a proxy tells it
 * @returns null for what is no address
 */
export function getNetwork(address: string): string | null {
  const key = getVisitorKey(address);
  if (isIP(key) === 4) return `${key.split('.').slice(0, 3).join('.')}.0/24`;
  // Of an IPv6 address the key is the beginning, which says nothing of the rest of what was told.
  const bare = address.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/%.*$/, '');
  return isIP(bare) === 6 ? `${key.split(':').slice(0, NETWORK_GROUPS).join(':')}::/48` : null;
}

/**
 * Whose share of a room with few places a request takes: everybody in one network has one share, since a customer of a provider has a
 * whole /48 of IPv6 addresses.
 */
export const getShareKey = (address: string): string => getNetwork(address) ?? getVisitorKey(address);
