import { describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { defaultLimits } from '../core/database/server-database.ts';
import { createConfig } from './config.ts';

describe('backend settings', () => {
  it('need no environment variables', () => {
    expect(createConfig({}, '/shop')).toMatchObject({
      port: 4000,
      dataDir: '/shop/.data',
      databaseUrl: undefined,
      logLevel: 'info',
      publicAddress: { scheme: undefined, port: undefined, webPort: 3000 },
    });
  });

  it('import the sample shop, a folder of files or nothing at the first start', () => {
    expect(createConfig({}, '/shop').firstShop).toEqual({ kind: 'sample' });
    expect(createConfig({ SAMPLE_SHOP: 'off' }, '/shop').firstShop).toEqual({ kind: 'none' });
    expect(createConfig({ SHOP_FOLDER: 'mine' }, '/shop').firstShop).toEqual({
      kind: 'folder',
      folder: '/shop/mine',
    });
    expect(() => createConfig({ SAMPLE_SHOP: 'false' }, '/shop')).toThrow(
      'SAMPLE_SHOP must be one of on, off',
    );
  });

  it('accept separate PostgreSQL settings with any characters in their values', () => {
    const password = "p/a@s:s#w?o r%d'";
    const settings = { PGHOST: 'database', PGUSER: 'shop', PGPASSWORD: password, PGDATABASE: 'my shop' };
    const url = new URL(createConfig(settings, '/shop').databaseUrl ?? '');
    expect([url.hostname, url.port, url.username, url.pathname]).toEqual([
      'database',
      '5432',
      'shop',
      '/my%20shop',
    ]);
    expect(decodeURIComponent(url.password)).toBe(password);
    const pooled = { ...settings, PGPORT: '6432', PGSSLMODE: 'verify-full' };
    expect(createConfig(pooled, '/shop').databaseUrl).toMatch(
      /@database:6432\/my%20shop\?sslmode=verify-full$/,
    );
    const own = 'postgres://a@b/c';
    expect(createConfig({ ...settings, DATABASE_URL: own }, '/shop').databaseUrl).toBe(own);
  });

  it('connect to PostgreSQL by a socket, by IPv6 and to a database of any name', () => {
    const settings = { PGHOST: '/run/postgresql', PGPORT: '5433', PGPASSWORD: 'p@', PGDATABASE: 'a%b&c/d' };
    const read = (more: object) => {
      const url = createConfig({ ...settings, ...more }, '/shop').databaseUrl ?? '';
      expect(URL.canParse(url)).toBe(true);
      return new Client({ connectionString: url });
    };
    expect(read({})).toMatchObject({
      host: '/run/postgresql',
      port: 5433,
      password: 'p@',
      database: 'a%b&c/d',
    });
    expect(read({ PGHOST: '::1' })).toMatchObject({ host: '::1', port: 5433 });
    expect(() => read({ PGDATABASE: 'a#b' })).toThrow('PGDATABASE must not have ? or #');
  });

  it('require PGDATABASE with PGHOST, which may be set for other programs', () => {
    expect(() => createConfig({ PGHOST: 'database' }, '/shop')).toThrow('PGDATABASE must be set');
    expect(createConfig({ PGUSER: 'shop', PGPASSWORD: 'x' }, '/shop').databaseUrl).toBeUndefined();
  });

  it('accept the former name of a setting with a warning, and prefer the present name', () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
    expect(createConfig({ ADMIN_PORT: '9200' }, '/shop').purgeTargets.map(String)).toEqual([
      expect.stringContaining(':9200'),
    ]);
    expect(warn.mock.calls[0]?.[0]).toBe(
      'The setting ADMIN_PORT was renamed to WEB_ADMIN_PORT; the old name is read in this release only.',
    );
    expect(
      createConfig({ ADMIN_PORT: '9200', WEB_ADMIN_PORT: '9300' }, '/shop').purgeTargets.map(String),
    ).toEqual([expect.stringContaining(':9300')]);
    warn.mockRestore();
  });

  it('are frozen', () => {
    expect(Object.isFrozen(createConfig({}, '/shop'))).toBe(true);
  });

  it('convert the real domains to lower case', () => {
    const config = createConfig({ SITE_DOMAINS: '{"havero-nl.localhost":"WWW.Havero.example"}' }, '/shop');
    expect([...config.siteDomains]).toEqual([['havero-nl.localhost', 'www.havero.example']]);
  });

  it('have database limits that a deployment can change', () => {
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

  it('require explicit keys in production, where several backends may share a database', () => {
    const keys = {
      GIFT_CARD_KEY: 'k'.repeat(32),
      PASSWORD_PEPPER: 'p'.repeat(32),
      LINK_KEY: 'l'.repeat(32),
    };
    const server = { NODE_ENV: 'production', DATABASE_URL: 'postgres://shop@database/shop' };
    for (const name of Object.keys(keys)) {
      expect(() => createConfig({ ...server, ...keys, [name]: undefined }, '/shop')).toThrow(
        `${name} must be set`,
      );
    }
    const { giftCardKeys, passwordPeppers, linkKeys } = createConfig({ ...server, ...keys }, '/shop');
    expect({ giftCardKeys, passwordPeppers, linkKeys }).toEqual({
      giftCardKeys: { current: keys.GIFT_CARD_KEY, former: [] },
      passwordPeppers: { current: keys.PASSWORD_PEPPER, former: [] },
      linkKeys: { current: keys.LINK_KEY, former: [] },
    });
    for (const other of [{ ...server, NODE_ENV: 'development' }, { NODE_ENV: 'production' }]) {
      const { giftCardKeys: cards, passwordPeppers: peppers, linkKeys: links } = createConfig(other, '/shop');
      expect([cards.current, peppers.current, links.current]).toEqual([undefined, undefined, undefined]);
    }
  });

  it.each([
    ['GIFT_CARD_KEY', 'giftCardKeys'],
    ['PASSWORD_PEPPER', 'passwordPeppers'],
    ['LINK_KEY', 'linkKeys'],
  ] as const)('read the next %s and the former ones', (name, setting) => {
    const [current, next, newer, oldest] = ['c', 'n', 'f', 'o'].map((letter) => letter.repeat(32));
    const environment = {
      [name]: current,
      [`${name}_NEXT`]: next,
      [`${name}_FORMER`]: ` ${newer}, ${oldest},`,
    };
    expect(createConfig(environment, '/shop')[setting]).toEqual({
      current,
      next,
      former: [newer, oldest],
    });
  });

  it('require the password length of the specification, or more', () => {
    expect(createConfig({}, '/shop').passwordRule).toEqual({ minLength: 7, needsDigitsAndLetters: true });
    const stricter = { PASSWORD_MIN_LENGTH: '15', PASSWORD_NEEDS_DIGITS_AND_LETTERS: 'false' };
    expect(createConfig(stricter, '/shop').passwordRule).toEqual({
      minLength: 15,
      needsDigitsAndLetters: false,
    });
  });

  it.each([
    // A single API call uses at most half of the connections.
    ['DATABASE_POOL_SIZE', '1'],
    ['ADMIN_TOKEN', 'short'],
    ['ADMIN_TOKEN', 'long enough, but with spaces in between'],
    ['GIFT_CARD_KEY', 'short'],
    ['GIFT_CARD_KEY_NEXT', 'short'],
    ['GIFT_CARD_KEY_FORMER', `${'k'.repeat(32)},short`],
    ['PASSWORD_PEPPER', 'short'],
    ['PASSWORD_PEPPER_NEXT', 'short'],
    ['PASSWORD_PEPPER_FORMER', 'short'],
    ['LINK_KEY', 'short'],
    ['LINK_KEY_NEXT', 'short'],
    ['LINK_KEY_FORMER', 'short'],
    ['PASSWORD_MIN_LENGTH', '6'],
    ['PASSWORD_MIN_LENGTH', '65'],
    ['PASSWORD_NEEDS_DIGITS_AND_LETTERS', 'no'],
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
    ['SEARCH_ENGINE', 'opensearch'],
    ['SECOND_PERSON_ABOVE_EUROS', 'many'],
    ['SECOND_PERSON_ABOVE_EUROS', '1.005'],
    ['SITE_DOMAINS', '[]'],
    ['SITE_DOMAINS', '{'],
    ['SITE_DOMAINS', '{"a.localhost":"https://a.example"}'],
    ['SITE_DOMAINS', '{"a.localhost":"a.example","b.localhost":"a.example"}'],
  ])('reject %s=%s and name the setting', (name, value) => {
    expect(() => createConfig({ [name]: value }, '/shop')).toThrow(name);
  });
});
