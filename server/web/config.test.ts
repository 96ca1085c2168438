import { describe, expect, it } from '@jest/globals';
import { SettingsError } from '../platform/environment.ts';
import { createConfig } from './config.ts';

describe('createConfig', () => {
  it('has the documented defaults', () => {
    expect(createConfig({})).toMatchObject({
      port: 3000,
      adminHost: '127.0.0.1',
      adminPort: 9100,
      apiBaseUrl: 'http://127.0.0.1:4000',
      logLevel: 'info',
      sentryDsn: undefined,
      countryHeader: 'cf-ipcountry',
      trustProxy: false,
      requestTimeoutMs: 20_000,
      pageTimeoutMs: 8000,
      optionalTimeoutMs: 2000,
      pageCache: { freshSeconds: 2, staleWhileRevalidateSeconds: 300, staleIfErrorSeconds: 86_400 },
      responseCache: { longSeconds: 900, shortSeconds: 2 },
    });
  });

  it('treats an empty value as unset', () => {
    expect(createConfig({ PORT: '', API_BASE_URL: ' ' })).toMatchObject({
      port: 3000,
      apiBaseUrl: 'http://127.0.0.1:4000',
    });
  });

  it.each([
    ['BACKEND_PORT', '4001', { apiBaseUrl: 'http://127.0.0.1:4001' }],
    ['API_BASE_URL', 'https://api.example/base/', { apiBaseUrl: 'https://api.example/base' }],
    ['COUNTRY_HEADER', 'X-Country', { countryHeader: 'x-country' }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8', { trustProxy: ['loopback', '10.0.0.0/8'] }],
    ['PUBLIC_PORT', '8443', { publicAddress: { port: 8443 } }],
    ['HSTS_INCLUDE_SUBDOMAINS', 'false', { strictTransport: 'max-age=31536000' }],
    ['HSTS_INCLUDE_SUBDOMAINS', 'true', { strictTransport: 'max-age=31536000; includeSubDomains' }],
    [
      'SITE_DOMAINS',
      '{"havero-nl.localhost":"www.havero.nl"}',
      { siteDomains: new Map([['havero-nl.localhost', 'www.havero.nl']]) },
    ],
  ])('reads %s=%s', (name, value, expected) => {
    expect(createConfig({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PUBLIC_PORT', '0'],
    ['API_BASE_URL', 'backend:4000'],
    ['API_BASE_URL', 'ftp://backend'],
    ['API_BASE_URL', 'http://user:secret@backend'],
    ['LOG_LEVEL', 'loud'],
    ['COUNTRY_HEADER', 'a b'],
    ['TRUST_PROXY', 'everyone'],
    ['PUBLIC_SCHEME', 'gopher'],
    ['HSTS_INCLUDE_SUBDOMAINS', 'yes'],
    ['SITE_DOMAINS', 'www.havero.nl'],
    ['SITE_DOMAINS', '["a"]'],
    ['SITE_DOMAINS', '{"a.localhost":"www.havero.nl:443"}'],
    ['SITE_DOMAINS', '{"a.localhost":"x.nl","b.localhost":"x.nl"}'],
    ['REQUEST_TIMEOUT_MS', '0'],
    ['PAGE_TIMEOUT_MS', 'soon'],
  ])('rejects %s=%s with an error that names the setting but not its value', (name, value) => {
    const start = () => createConfig({ [name]: value });
    expect(start).toThrow(SettingsError);
    expect(start).toThrow(name);
    expect(start).not.toThrow('secret');
  });

  it('requires TRUST_PROXY with PUBLIC_SCHEME=https', () => {
    expect(() => createConfig({ PUBLIC_SCHEME: 'https' })).toThrow('TRUST_PROXY must be set');
    expect(createConfig({ PUBLIC_SCHEME: 'https', TRUST_PROXY: 'loopback' })).toMatchObject({
      publicAddress: { scheme: 'https' },
      trustProxy: ['loopback'],
    });
  });

  it('reports all invalid settings in one error', () => {
    expect(() => createConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT[\s\S]*LOG_LEVEL/);
  });

  it('returns a frozen object', () => {
    expect(Object.isFrozen(createConfig({}))).toBe(true);
  });
});
