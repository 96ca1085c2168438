import type { Api, CallOptions } from '../../../shared/api/client.ts';
import type { Preview } from '../../../shared/contract/previews.ts';
import type { Country, Language, Site, SiteSettings } from '../../../shared/contract/sites.ts';
import type { Log } from '../../platform/logging.ts';
import type { PreviewProof } from '../backend-client/backend-headers.ts';

/** Every site, language and country there is, as the backend lists them. */
export interface Directory {
  readonly sites: readonly Site[];
  readonly languages: readonly Language[];
  readonly countries: readonly Country[];
}

/** Built once per request from its host, frozen, and the first argument of everything below. Nothing in it depends on the visitor, a preview aside. */
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
  /** The instant for which the page is computed. */
  readonly now: Date;
  /** The moment that is shown in place of the present; null for everybody but who may see it. No cache knows anything of such a request. */
  readonly preview: Preview | null;
  /** Aborted when the visitor leaves. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Calls to the backend for this site and language. */
  readonly api: Api;
  readonly directory: Directory;
  /** Calls to the backend for another site or language, for what is said in that one's words. */
  createApiOf(siteId: number, languageId: number): Api;
  /** The same request on its own account: its calls end with another signal than the visitor's leaving. */
  withSignal(signal: AbortSignal): RequestContext;
  /**
   * The same request at the moment of a preview: its calls neither read nor fill a cache, and share no answer with any other.
   *
   * @param site with the words that it has then
   */
  withPreview(preview: Preview, site: Site, proof: PreviewProof): RequestContext;
  /** Origin of a registered domain of any of the sites. */
  getOriginOf(domain: string): string;
  /** Options of calls without which there is no page. All of a request's calls together have one deadline, the scope's included. */
  readonly critical: CallOptions;
  /** Milliseconds for data that a page can do without. */
  readonly optionalTimeoutMs: number;
}
