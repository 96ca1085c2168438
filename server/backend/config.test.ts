import { describe, expect, it } from '@jest/globals';
import { createConfig } from './config.ts';
import { defaultLimits } from './database/server-database.ts';

describe('backend settings', () => {
  it('have defaults that need no environment', () => {
    expect(createConfig({}, '/shop')).toMatchObject({
      port: 4000,
      dataDir: '/shop/.data',
      databaseUrl: undefined,
      logLevel: 'info',
      publicAddress: { scheme: undefined, port: undefined, webPort: 3000 },
    });
  });

  it('are frozen', () => {
    expect(Object.isFrozen(createConfig({}, '/shop'))).toBe(true);
  });

  it('read the real domains in lower case', () => {
    const config = createConfig({ SITE_DOMAINS: '{"havero-nl.localhost":"WWW.Havero.example"}' }, '/shop');
    expect([...config.siteDomains]).toEqual([['havero-nl.localhost', 'www.havero.example']]);
  });

  it('have limits of the database that a deployment may change', () => {
    expect(createConfig({}, '/shop').databaseLimits).toEqual(defaultLimits);
    const environment = {
      DATABASE_POOL_SIZE: '40',
      DATABASE_CONNECT_TIMEOUT_MS: '1000',
      DATABASE_STATEMENT_TIMEOUT_MS: '2000',
      DATABASE_LOCK_TIMEOUT_MS: '500',
      DATABASE_IDLE_TIMEOUT_MS: '3000',
    };
    const limits = {
      poolSize: 40,
      connectTimeoutMs: 1000,
      statementTimeoutMs: 2000,
      lockTimeoutMs: 500,
      idleTimeoutMs: 3000,
    };
    expect(createConfig(environment, '/shop').databaseLimits).toEqual(limits);
  });

  it('have a key of gift cards of their own in production, where several backends may share a database', () => {
    const server = { NODE_ENV: 'production', DATABASE_URL: 'postgres://shop@database/shop' };
    expect(() => createConfig(server, '/shop')).toThrow('GIFT_CARD_KEY must be set');
    const key = 'k'.repeat(32);
    expect(createConfig({ ...server, GIFT_CARD_KEY: key }, '/shop').giftCardKey).toBe(key);
    expect(createConfig({ ...server, NODE_ENV: 'development' }, '/shop').giftCardKey).toBeUndefined();
    expect(createConfig({ NODE_ENV: 'production' }, '/shop').giftCardKey).toBeUndefined();
  });

  it.each([
    // One call of the contract works on half of them at most.
    ['DATABASE_POOL_SIZE', '1'],
    ['KEEPER_TOKEN', 'short'],
    ['KEEPER_TOKEN', 'long enough, but with spaces in between'],
    ['GIFT_CARD_KEY', 'short'],
    ['DATABASE_CONNECT_TIMEOUT_MS', '0'],
    ['DATABASE_STATEMENT_TIMEOUT_MS', 'long'],
    ['DATABASE_LOCK_TIMEOUT_MS', '-1'],
    ['DATABASE_IDLE_TIMEOUT_MS', '0.5'],
    ['BACKEND_PORT', '70000'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_SCHEME', 'ftp'],
    ['PUBLIC_PORT', '0'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'Shop <shop@mail.example>'],
    ['SITE_DOMAINS', '[]'],
    ['SITE_DOMAINS', '{'],
    ['SITE_DOMAINS', '{"a.localhost":"https://a.example"}'],
    ['SITE_DOMAINS', '{"a.localhost":"a.example","b.localhost":"a.example"}'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(() => createConfig({ [name]: value }, '/shop')).toThrow(name);
  });
});
