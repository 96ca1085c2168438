import { describe, expect, it } from '@jest/globals';
import { getNetwork, getShareKey } from './client-network.ts';

describe('getNetwork', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['203.0.113.77:4711', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:12:34::77', '2001:db8:12::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['[2001:db8:12:34::77]:4711', '2001:db8:12::/48'],
    ['fe80::77%eth0', 'fe80:0:0::/48'],
    ['a neighbour', null],
    ['::x', null],
  ])('of %s is %s', (address, expected) => {
    expect(getNetwork(address)).toBe(expected);
  });
});

describe('getShareKey', () => {
  it('gives all addresses of one network one share, and an address that cannot be read one of its own', () => {
    const keys = ['2001:db8:12:1::1', '2001:db8:12:2::1', '2001:db8:13:1::1'].map(getShareKey);
    expect(new Set(keys).size).toBe(2);
    expect(getShareKey('a neighbour')).toBe('a neighbour');
  });
});
