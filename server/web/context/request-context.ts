import type { Api, CallOptions } from '../../../shared/api/client.ts';
import type { Preview } from '../../../shared/contract/previews.ts';
import type { Country, Language, Site, SiteSettings } from '../../../shared/contract/sites.ts';
import type { Log } from '../../platform/logging.ts';
import type { PreviewProof } from '../backend-client/backend-headers.ts';

/** All sites, languages and countries, as listed by the backend. */
export interface Directory {
  readonly sites: readonly Site[];
  readonly languages: readonly Language[];
  readonly countries: readonly Country[];
}

/**
 * Frozen context of a request, created once from its host and passed as the first argument. It does not
 * depend on the visitor, except for a preview.
 */
export interface RequestContext {
  readonly site: Site;
  readonly settings: SiteSettings;
  readonly language: Language;
  /** ISO 3166-1 alpha-2 of the site's country, for example NL. */
  readonly regionCode: string;
  /** Registered domain of this site and language: the start of the page's cache key. */
  readonly domain: string;
  /** Scheme, registered domain of this site and language, and public port: the start of absolute URLs. No trailing slash. */
  readonly origin: string;
  readonly requestId: string;
  /** Date and time for which the page is computed. */
  readonly now: Date;
  /**
   * Point in time that is shown instead of the present; null for visitors without a preview. Requests with a
   * preview bypass all caches.
   */
  readonly preview: Preview | null;
  /** Aborted when the visitor disconnects. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Calls to the backend for this site and language. */
  readonly api: Api;
  readonly directory: Directory;
  /** Creates the calls for another site or language, for content in that language. */
  createApiOf(siteId: number, languageId: number): Api;
  /** Returns a copy of the context whose calls end with another signal instead of the visitor's. */
  withSignal(signal: AbortSignal): RequestContext;
  /**
   * Returns a copy of the context at the time of a preview. Its calls neither read nor fill a cache and share
   * no answer with other requests.
   *
   * @param site the site with its texts at that time
   */
  withPreview(preview: Preview, site: Site, proof: PreviewProof): RequestContext;
  /** Returns the origin of a registered domain of any site. */
  getOriginOf(domain: string): string;
  /**
   * Options of calls without which the page cannot be shown. All calls of a request, including those for its
   * scope, share one deadline.
   */
  readonly critical: CallOptions;
  /** Deadline, in milliseconds, of optional data of a page. */
  readonly optionalTimeoutMs: number;
}
