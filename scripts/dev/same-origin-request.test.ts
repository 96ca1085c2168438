import { describe, expect, it } from '@jest/globals';
import { isSameOriginRequest } from './same-origin-request.ts';

describe('isSameOriginRequest', () => {
  it.each(['localhost:3000', 'hafero-de.localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'accepts the local name %s',
    (host) => {
      expect(isSameOriginRequest({ headers: { host } })).toBe(true);
    },
  );

  it('rejects a foreign host name that resolves to this machine', () => {
    expect(isSameOriginRequest({ headers: { host: 'rebound.example:3000' } })).toBe(false);
  });

  it('rejects a page of another site', () => {
    expect(isSameOriginRequest({ headers: { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' } })).toBe(
      false,
    );
  });
});
