import { describe, expect, it } from '@jest/globals';
import { createAbsoluteUrl, createOrigin, isDevelopmentDomain } from './absolute-url.ts';

const bare = { scheme: undefined, port: undefined, webPort: 3000 };

describe('absolute URLs', () => {
  it.each([
    ['havero-nl.localhost', bare, 'http://havero-nl.localhost:3000'],
    ['havero-nl.localhost', { ...bare, webPort: 4321 }, 'http://havero-nl.localhost:4321'],
    ['www.havero-nl.example', bare, 'https://www.havero-nl.example'],
    ['www.havero-nl.example', { ...bare, port: 8443 }, 'https://www.havero-nl.example:8443'],
    ['havero-nl.localhost', { ...bare, scheme: 'https' as const, port: 443 }, 'https://havero-nl.localhost'],
    ['www.havero-nl.example', { ...bare, scheme: 'http' as const }, 'http://www.havero-nl.example'],
    ['www.havero-nl.example', { ...bare, scheme: 'http' as const, port: 80 }, 'http://www.havero-nl.example'],
  ])('gives %s its origin', (domain, address, origin) => {
    expect(createOrigin(domain, address)).toBe(origin);
  });

  it('appends the path as it is', () => {
    expect(createAbsoluteUrl('havero-nl.localhost', '/paardenvoer/', bare)).toBe(
      'http://havero-nl.localhost:3000/paardenvoer/',
    );
  });

  it('does not take a domain that only ends in the letters for a development domain', () => {
    expect(isDevelopmentDomain('notlocalhost')).toBe(false);
    expect(isDevelopmentDomain('localhost')).toBe(true);
  });
});
