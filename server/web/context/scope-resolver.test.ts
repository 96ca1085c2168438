import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import { type Api, type ApiRequest, createApi } from '../../../shared/api/client.ts';
import { fakeCountries, fakeLanguages, fakeSites } from '../../../test/fixtures/fake-shop.ts';
import { createSiteSettings } from '../../../test/fixtures/sites.ts';
import { createLog } from '../../platform/logging.ts';
import { createTrace } from '../../platform/trace-context.ts';
import type { BackendScope } from '../backend-client/backend-headers.ts';
import { loadScopeState } from './load-scope-state.ts';
import { createScopeResolver } from './scope-resolver.ts';
import { createHostDirectory } from './site-hosts.ts';

type AnswersByCall = Partial<
  Record<ApiRequest['name'], (request: ApiRequest, scope: BackendScope | null) => unknown>
>;

const now = new Date('2026-11-20T12:00:00Z');

const defaultAnswers: AnswersByCall = {
  fetchSites: () => fakeSites,
  fetchSiteByDomain: ({ path }) => {
    const domain = new URL(path, 'http://x').searchParams.get('domain');
    for (const site of fakeSites) {
      const language = site.languages.find((candidate) => candidate.domain === domain);
      if (language) return { ...site, languageId: language.languageId };
    }
    throw new ApiError('status', { status: 404 });
  },
  fetchSiteSettings: ({ path }) => createSiteSettings({ siteId: Number(/\d+/.exec(path)?.[0]) }),
  fetchLanguages: () => fakeLanguages,
  fetchCountries: () => fakeCountries,
  fetchCountryLocalizedName: ({ path }, scope) => ({
    countryId: 1,
    regionCode: 'NL',
    localizedName: `${path} in ${scope?.languageId}`,
  }),
  fetchNavigation: () => ({ navigationId: 11, items: [] }),
  fetchFooter: () => ({ footerId: 12, columns: [] }),
  fetchUsps: (_request, scope) => ({ collectionId: 13, usps: [`usp in ${scope?.languageId}`] }),
  fetchNotification: () => ({ notificationId: 15, text: 'notice' }),
};

function createTestApi(answers: AnswersByCall, scope: BackendScope | null): Api {
  return createApi(async (request) => {
    const answer = { ...defaultAnswers, ...answers }[request.name];
    if (!answer) throw new Error(`unexpected ${request.name}`);
    return answer(request, scope);
  });
}

function resolveHost(
  host: string | undefined,
  options: {
    answers?: AnswersByCall;
    siteDomains?: [string, string][];
    signal?: AbortSignal;
  } = {},
) {
  const siteDomains = new Map(options.siteDomains ?? []);
  const resolver = createScopeResolver({
    createApi: (scope) => createTestApi(options.answers ?? {}, scope),
    publicAddress: { scheme: undefined, port: undefined, webPort: 3000 },
    siteDomains,
    hosts: createHostDirectory(siteDomains, () => 0),
    clock: () => now,
    optionalTimeoutMs: 2000,
  });
  return resolver({
    host,
    requestId: 'request-1',
    trace: createTrace(undefined),
    log: createLog({ name: 'web', level: 'silent' }),
    startedAt: 0,
    signal: options.signal ?? new AbortController().signal,
  });
}

const fail = (error: unknown) => () => {
  throw error;
};

describe('createScopeResolver', () => {
  it('creates a frozen context with everything that depends on the host', async () => {
    const context = await resolveHost('en.havero-nl.localhost:3000');
    expect(context).toMatchObject({
      site: { siteId: 1 },
      settings: { siteId: 1 },
      language: { code: 'en' },
      regionCode: 'NL',
      origin: 'http://en.havero-nl.localhost:3000',
      requestId: 'request-1',
      now,
    });
    expect(Object.isFrozen(context)).toBe(true);
  });

  it.each<[string, AnswersByCall, string, number]>([
    ['the backend has no shop', { fetchSites: () => [] }, 'The backend has no shop: import one', 503],
    [
      'the site was removed meanwhile',
      { fetchSiteByDomain: fail(new ApiError('status', { status: 404 })) },
      'Could not load the site for the domain',
      421,
    ],
    [
      'the language is not listed',
      { fetchLanguages: () => [] },
      'Could not load the language of the site',
      500,
    ],
    [
      'the country is not listed',
      { fetchCountries: () => [] },
      'Could not load all data needed to start the request',
      500,
    ],
    [
      'the backend does not respond',
      { fetchSites: fail(new ApiError('unavailable')) },
      'Could not load all data needed to start the request',
      503,
    ],
    [
      'the settings time out',
      { fetchSiteSettings: fail(new ApiError('timeout')) },
      'Could not load all data needed to start the request',
      503,
    ],
    [
      'the backend fails',
      { fetchLanguages: fail(new ApiError('status', { status: 500 })) },
      'Could not load all data needed to start the request',
      500,
    ],
    [
      'the backend violates its contract',
      { fetchSiteByDomain: fail(new ApiError('invalid', { status: 200 })) },
      'Could not load all data needed to start the request',
      500,
    ],
  ])('throws a ScopeError with the missing part if %s', async (_when, answers, message, status) => {
    await expect(resolveHost('havero-nl.localhost', { answers })).rejects.toMatchObject({
      name: 'ScopeError',
      message: expect.stringContaining(message),
      status,
    });
  });

  it.each([
    undefined,
    '',
    'havero-nl.localhost@evil.example',
    'havero-nl.localhost/x',
    '[::1]:3000',
    'havero-nl.localhost:x',
  ])('rejects %j as an unknown host', async (host) => {
    await expect(resolveHost(host)).rejects.toMatchObject({ piece: 'site', status: 421 });
  });

  it('does not report a disconnected visitor as a failure of the backend', async () => {
    const answers = { fetchSites: fail(new ApiError('aborted')) };
    await expect(resolveHost('havero-nl.localhost', { answers })).rejects.toMatchObject({
      failure: 'aborted',
    });
  });

  describe('with SITE_DOMAINS', () => {
    const siteDomains: [string, string][] = [
      ['havero-nl.localhost', 'www.havero.nl'],
      ['en.havero-nl.localhost', 'www.havero.nl.example'],
    ];

    it('serves only the real domain, under its own origin', async () => {
      const context = await resolveHost('WWW.havero.nl', { siteDomains });
      expect(context.origin).toBe('https://www.havero.nl');
      expect(context.site.domain).toBe('www.havero.nl');
      expect(context.site.languages.map(({ domain }) => domain)).toEqual([
        'www.havero.nl',
        'www.havero.nl.example',
      ]);
      await expect(resolveHost('havero-nl.localhost', { siteDomains })).rejects.toMatchObject({
        status: 421,
      });
    });

    it('does not serve localhost for a site with a public domain', async () => {
      await expect(resolveHost('localhost', { siteDomains })).rejects.toMatchObject({ status: 421 });
      expect((await resolveHost('localhost')).site.siteId).toBe(1);
    });
  });
});

describe('loadScopeState', () => {
  it('names every site by its country, without the brand', async () => {
    const {
      scope: { shops },
    } = await loadScopeState(await resolveHost('en.havero-nl.localhost'));
    expect(shops).toMatchObject([
      {
        siteId: 1,
        type: 0,
        brand: 'Havero',
        countryName: 'Nederland',
        regionCode: 'NL',
        fallbackLanguageId: 1,
        languages: [
          {
            languageId: 1,
            code: 'nl',
            name: 'Nederlands',
            culture: 'nl-NL',
            origin: 'http://havero-nl.localhost:3000',
          },
          {
            languageId: 4,
            code: 'en',
            name: 'English',
            culture: 'en-GB',
            origin: 'http://en.havero-nl.localhost:3000',
          },
        ],
      },
      { siteId: 10, brand: 'Hafero', countryName: 'Deutschland', regionCode: 'DE' },
    ]);
  });

  it('uses the language of the host for all other data', async () => {
    const { scope, isComplete } = await loadScopeState(await resolveHost('en.havero-nl.localhost'));
    expect(scope).toMatchObject({ usps: ['usp in 4'], notification: 'notice' });
    expect(isComplete).toBe(true);
  });

  it.each(['unavailable', 'timeout', 'status', 'invalid'] as const)(
    'returns empty menu, footer, promises and notice if their calls fail (%s)',
    async (failure) => {
      const broken = fail(new ApiError(failure, { status: 500 }));
      const context = await resolveHost('havero-nl.localhost', {
        answers: {
          fetchNavigation: broken,
          fetchFooter: broken,
          fetchUsps: broken,
          fetchNotification: broken,
        },
      });
      const { scope, isComplete } = await loadScopeState(context);
      expect(isComplete).toBe(false);
      expect(scope).toMatchObject({
        navigation: { navigationId: 11, items: [] },
        footer: { footerId: 12, columns: [] },
        usps: [],
        notification: null,
      });
      expect(scope.shops.map(({ countryName }) => countryName)).toEqual(['Nederland', 'Deutschland']);
    },
  );

  it('returns plain JSON, which can be sent to the browser', async () => {
    const state = await loadScopeState(await resolveHost('havero-nl.localhost'));
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });
});
