import { describe, expect, it } from '@jest/globals';
import { getCapacityShareKey, getNetwork } from './client-network.ts';

describe('getNetwork', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['203.0.113.77:4711', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:12:34::77', '2001:db8:12::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['[2001:db8:12:34::77]:4711', '2001:db8:12::/48'],
    ['fe80::77%eth0', 'fe80:0:0::/48'],
    ['another address of the network', null],
    ['::x', null],
  ])('returns for %s: %s', (address, expected) => {
    expect(getNetwork(address)).toBe(expected);
  });
});

describe('getCapacityShareKey', () => {
  it('returns the same key for all addresses of a network, and a separate key for an invalid address', () => {
    const keys = ['2001:db8:12:1::1', '2001:db8:12:2::1', '2001:db8:13:1::1'].map(getCapacityShareKey);
    expect(new Set(keys).size).toBe(2);
    expect(getCapacityShareKey('another address of the network')).toBe('another address of the network');
  });
});
