import { describe, expect, it } from '@jest/globals';
import { getPublicOrigin } from './public-origin.ts';

describe('getPublicOrigin', () => {
  it.each([
    ['havero-nl.localhost', { webPort: 3000 }, 'http://havero-nl.localhost:3000'],
    ['havero-nl.localhost', { webPort: 80 }, 'http://havero-nl.localhost'],
    ['www.havero.nl', { webPort: 3000 }, 'https://www.havero.nl'],
    ['www.havero.nl', { webPort: 3000, scheme: 'http' }, 'http://www.havero.nl'],
    ['www.havero.nl', { webPort: 3000, port: 8443 }, 'https://www.havero.nl:8443'],
    ['havero-nl.localhost', { webPort: 3000, scheme: 'https', port: 443 }, 'https://havero-nl.localhost'],
  ] as const)('reaches %s with %j at %s', (domain, address, origin) => {
    expect(getPublicOrigin(domain, address)).toBe(origin);
  });
});
