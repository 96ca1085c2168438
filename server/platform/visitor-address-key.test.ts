import { describe, expect, it } from '@jest/globals';
import { getVisitorAddressKey } from './visitor-address-key.ts';

describe('getVisitorAddressKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
    ['0000:0000:0000:0000:0000:ffff:c000:0207', '192.0.2.7'],
    ['192.0.2.7:50123', '192.0.2.7'],
    ['[2001:db8:1:2::9]:50123', '2001:db8:1:2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('maps %s to %s', (address, key) => {
    expect(getVisitorAddressKey(address)).toBe(key);
  });
});
