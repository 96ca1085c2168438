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

/** Options that all calls of one request share. */
export interface RequestCallOptions {
  readonly requestId: string;
  readonly trace: Trace;
  readonly log: Log;
  /** Start of the request on the monotonic clock, in milliseconds: all its calls share one time budget. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
}

/**
 * Creates the typed client of one request. A null scope is for the calls that determine the scope. With a
 * preview proof it uses no cache.
 */
export type CreateScopedApi = (
  scope: BackendScope | null,
  caller: RequestCallOptions,
  proof: PreviewProof | null,
) => Api;

export interface ScopeResolverOptions {
  readonly createApi: CreateScopedApi;
  readonly publicAddress: PublicAddress;
  readonly siteDomains: SiteDomains;
  readonly hosts: HostDirectory;
  readonly clock: () => Date;
  /** Deadline, in milliseconds, of each optional call. All other calls share the deadline of the request. */
  readonly optionalTimeoutMs: number;
}

export interface ScopeRequest extends RequestCallOptions {
  /** The raw Host header. */
  readonly host: string | undefined;
}

/**
 * Finds the site and language of a host and creates the context of the request.
 *
 * @throws ScopeError that names the missing part; ApiError 'aborted' if the visitor has disconnected
 */
export type ScopeResolver = (request: ScopeRequest) => Promise<RequestContext>;

function isApiError(error: unknown, failure: ApiError['failure']): error is ApiError {
  return error instanceof ApiError && error.failure === failure;
}

/** Awaits a call without which the request cannot be answered. A disconnected visitor is not a failure. */
async function awaitRequiredCall<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isApiError(error, 'aborted') ? error : new ScopeError('data', { cause: error });
  }
}

/** A preview and the headers that authorise it at the backend. */
interface ActivePreview {
  readonly preview: Preview;
  readonly site: Site;
  readonly proof: PreviewProof;
}

type SiteByDomain = CallAnswer<'fetchSiteByDomain'>;

/**
 * Fetches the site of a domain. The domain is in the list of sites, so a 404 means that it has just been
 * removed.
 */
async function fetchSiteOfHost({ backendDomain }: ServedSite, api: Api, options: CallOptions) {
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
 * Creates the resolver. It first looks up a host in the list of all sites, which is one cached answer. A
 * flood of invented hosts therefore causes no calls and evicts nothing from a cache.
 */
export function createScopeResolver(options: ScopeResolverOptions): ScopeResolver {
  const { createApi, publicAddress, siteDomains, hosts, clock, optionalTimeoutMs } = options;

  /** One site object per answer of the backend, so that data cached by site object is found again. */
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
    // A page makes more than ten calls with this signal, which Node would report as a leak.
    setMaxListeners(0, signal);
    const caller = { requestId, trace, log, startedAt, signal };
    // Their deadline is the remaining time of the request, which the client applies.
    const call = { signal };
    const domain = parseHost(host);
    if (domain === null) throw new ScopeError('site');

    const globalApi = createApi(null, caller, null);
    const sites = await awaitRequiredCall(globalApi.fetchSites(undefined, call));
    if (sites.length === 0) throw new ScopeError('shop');
    const served = hosts.setSites(sites).get(domain);
    if (!served) throw new ScopeError('site', { detail: domain });

    const { siteId } = served.site;
    const [siteOfDomain, settings, languages, countries] = await Promise.all([
      fetchSiteOfHost(served, globalApi, call),
      awaitRequiredCall(globalApi.fetchSiteSettings({ params: { id: siteId } }, call)),
      awaitRequiredCall(globalApi.fetchLanguages(undefined, call)),
      awaitRequiredCall(globalApi.fetchCountries(undefined, call)),
    ]);
    hosts.setLanguages(languages);
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
    const scopeFields = {
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
    const create = (contextSignal: AbortSignal, previewed: ActivePreview | null): RequestContext => {
      setMaxListeners(0, contextSignal);
      const now = previewed ? new Date(previewed.preview.instant) : instant;
      const contextCaller = { requestId, trace, log: scopedLog, startedAt, signal: contextSignal };
      const createApiOf = (otherSiteId: number, otherLanguageId: number) =>
        createApi(
          { siteId: otherSiteId, languageId: otherLanguageId, now },
          contextCaller,
          previewed?.proof ?? null,
        );
      return Object.freeze({
        ...scopeFields,
        site: previewed?.site ?? site,
        now,
        preview: previewed?.preview ?? null,
        signal: contextSignal,
        api: createApiOf(siteId, languageId),
        createApiOf,
        critical: { signal: contextSignal },
        withSignal: (otherSignal: AbortSignal) => create(otherSignal, previewed),
        withPreview: (preview: Preview, siteAtInstant: Site, proof: PreviewProof) =>
          create(contextSignal, { preview, site: withRealDomains(siteAtInstant, siteDomains), proof }),
      });
    };
    return create(signal, null);
  };
}
