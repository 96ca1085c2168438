import { setMaxListeners } from 'node:events';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api, CallOptions } from '../../../shared/api/client.ts';
import type { CallAnswer } from '../../../shared/contract/calls.ts';
import type { Preview } from '../../../shared/contract/previews.ts';
import type { Site } from '../../../shared/contract/sites.ts';
import { getPublicOrigin, type PublicAddress } from '../../../shared/rules/public-origin.ts';
import type { Log } from '../../platform/logging.ts';
import type { Trace } from '../../platform/trace-context.ts';
import type { BackendScope, PreviewProof } from '../backend-client/backend-headers.ts';
import type { RequestContext } from './request-context.ts';
import { ScopeError } from './scope-error.ts';
import {
  getRealDomain,
  type HostDirectory,
  parseHost,
  type ServedSite,
  type SiteDomains,
} from './site-hosts.ts';

/** What the calls of one request have in common. */
export interface CallerFacts {
  readonly requestId: string;
  readonly trace: Trace;
  readonly log: Log;
  /** When the request came, on the clock that only goes forward, in milliseconds: all its calls share one budget of time. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
}

/**
 * Makes the typed client of one request. A null scope is for the calls that find out the scope. With the proof of a preview it knows no
 * cache.
 */
export type CreateScopedApi = (
  scope: BackendScope | null,
  caller: CallerFacts,
  proof: PreviewProof | null,
) => Api;

export interface ScopeResolverOptions {
  readonly createApi: CreateScopedApi;
  readonly publicAddress: PublicAddress;
  readonly siteDomains: SiteDomains;
  readonly hosts: HostDirectory;
  readonly clock: () => Date;
  /** Deadline in milliseconds of each thing that a page can do without; that of all others is the request's own. */
  readonly optionalTimeoutMs: number;
}

export interface ScopeRequest extends CallerFacts {
  /** The Host header as it came. */
  readonly host: string | undefined;
}

/**
 * Finds site and language of a host and builds the context of the request.
 *
 * @throws ScopeError naming the missing piece; ApiError 'aborted' when the visitor has left
 */
export type ScopeResolver = (request: ScopeRequest) => Promise<RequestContext>;

function isApiError(error: unknown, failure: ApiError['failure']): error is ApiError {
  return error instanceof ApiError && error.failure === failure;
}

/** Any failure of these calls means that the request cannot start; a visitor who left is no failure. */
async function need<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isApiError(error, 'aborted') ? error : new ScopeError('data', { cause: error });
  }
}

/** A preview, and what proves it to the backend. */
interface ShownPreview {
  readonly preview: Preview;
  readonly site: Site;
  readonly proof: PreviewProof;
}

type SiteByDomain = CallAnswer<'fetchSiteByDomain'>;

/** Site of a domain, as the backend tells it; the sites list has it already, so a 404 here means it went away meanwhile. */
async function fetchSiteOf({ backendDomain }: ServedSite, api: Api, options: CallOptions) {
  try {
    return await api.fetchSiteByDomain({ query: { domain: backendDomain } }, options);
  } catch (error) {
    if (isApiError(error, 'status') && error.status === 404) {
      throw new ScopeError('site', { detail: backendDomain, cause: error });
    }
    throw isApiError(error, 'aborted') ? error : new ScopeError('data', { cause: error });
  }
}

function withRealDomains(site: Site, siteDomains: SiteDomains): Site {
  if (siteDomains.size === 0) return site;
  return {
    ...site,
    domain: getRealDomain(site.domain, siteDomains),
    languages: site.languages.map((language) => ({
      ...language,
      domain: getRealDomain(language.domain, siteDomains),
    })),
  };
}

/**
 * Makes the resolver. A host is first looked up in the list of all sites, which one cached answer holds: a flood of invented hosts
 * costs the backend nothing and pushes nothing out of a cache.
 */
export function createScopeResolver(options: ScopeResolverOptions): ScopeResolver {
  const { createApi, publicAddress, siteDomains, hosts, clock, optionalTimeoutMs } = options;

  /** One object per answer of the backend, so that what is kept for a site is found again. */
  const sitesByAnswer = new WeakMap<SiteByDomain, Site>();
  const getSite = (answer: SiteByDomain) => {
    let site = sitesByAnswer.get(answer);
    if (!site) {
      const { languageId: _ofTheHost, ...backendSite } = answer;
      site = withRealDomains(backendSite, siteDomains);
      sitesByAnswer.set(answer, site);
    }
    return site;
  };

  return async ({ host, requestId, trace, log, startedAt, signal }) => {
    // A page makes more than ten calls with this signal, which Node would take for a leak.
    setMaxListeners(0, signal);
    const caller = { requestId, trace, log, startedAt, signal };
    // Their deadline is what is left of the request's time: the client sees to it.
    const call = { signal };
    const domain = parseHost(host);
    if (domain === null) throw new ScopeError('site');

    const globalApi = createApi(null, caller, null);
    const sites = await need(globalApi.fetchSites(undefined, call));
    if (sites.length === 0) throw new ScopeError('shop');
    const served = hosts.learn(sites).get(domain);
    if (!served) throw new ScopeError('site', { detail: domain });

    const { siteId } = served.site;
    const [siteOfDomain, settings, languages, countries] = await Promise.all([
      fetchSiteOf(served, globalApi, call),
      need(globalApi.fetchSiteSettings({ params: { id: siteId } }, call)),
      need(globalApi.fetchLanguages(undefined, call)),
      need(globalApi.fetchCountries(undefined, call)),
    ]);
    hosts.learnLanguages(languages);
    const { languageId } = siteOfDomain;
    const language = languages.find((candidate) => candidate.languageId === languageId);
    if (!language) throw new ScopeError('language', { detail: languageId });
    const country = countries.find((candidate) => candidate.countryId === siteOfDomain.countryId);
    if (!country) throw new ScopeError('data', { detail: `country ${siteOfDomain.countryId}` });

    const site = getSite(siteOfDomain);
    const instant = clock();
    const scopedLog = log.child({ siteId, languageId });
    const getOriginOf = (otherDomain: string) =>
      getPublicOrigin(getRealDomain(otherDomain, siteDomains), publicAddress);
    const { registeredDomain } = served;
    const ofScope = {
      site,
      settings,
      language,
      regionCode: country.regionCode,
      domain: registeredDomain,
      origin: getOriginOf(registeredDomain),
      requestId,
      log: scopedLog,
      directory: Object.freeze({ sites, languages, countries }),
      getOriginOf,
      optionalTimeoutMs,
    };
    const create = (ownSignal: AbortSignal, shown: ShownPreview | null): RequestContext => {
      setMaxListeners(0, ownSignal);
      const now = shown ? new Date(shown.preview.instant) : instant;
      const ownCaller = { requestId, trace, log: scopedLog, startedAt, signal: ownSignal };
      const createApiOf = (otherSiteId: number, otherLanguageId: number) =>
        createApi({ siteId: otherSiteId, languageId: otherLanguageId, now }, ownCaller, shown?.proof ?? null);
      return Object.freeze({
        ...ofScope,
        site: shown?.site ?? site,
        now,
        preview: shown?.preview ?? null,
        signal: ownSignal,
        api: createApiOf(siteId, languageId),
        createApiOf,
        critical: { signal: ownSignal },
        withSignal: (otherSignal: AbortSignal) => create(otherSignal, shown),
        withPreview: (preview: Preview, siteThen: Site, proof: PreviewProof) =>
          create(ownSignal, { preview, site: withRealDomains(siteThen, siteDomains), proof }),
      });
    };
    return create(signal, null);
  };
}
