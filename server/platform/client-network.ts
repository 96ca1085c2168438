import { isIP } from 'node:net';
import { getVisitorAddressKey } from './visitor-address-key.ts';

/**
 * Number of 16-bit groups of an IPv6 address that identify provider and customer. The following ones are
 * assigned by the customer.
 */
const NETWORK_GROUP_COUNT = 3;

/**
 * Returns the network of a visitor, which identifies the region but not the person: /24 of IPv4, /48 of IPv6.
 *
 * @param address address as sent by a proxy
 * @returns null if it is not an address
 */
export function getNetwork(address: string): string | null {
  const key = getVisitorAddressKey(address);
  if (isIP(key) === 4) return `${key.split('.').slice(0, 3).join('.')}.0/24`;
  // Only the start of an IPv6 address is used, so a zone or port after it does not matter.
  const bare = address.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/%.*$/, '');
  return isIP(bare) === 6 ? `${key.split(':').slice(0, NETWORK_GROUP_COUNT).join(':')}::/48` : null;
}

/**
 * Returns the key by which requests share a limited capacity. All addresses of a network have the same key,
 * because a customer of a provider has a whole /48 of IPv6 addresses.
 */
export const getCapacityShareKey = (address: string): string =>
  getNetwork(address) ?? getVisitorAddressKey(address);
