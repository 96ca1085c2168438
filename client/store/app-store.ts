import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Footer, Navigation } from '../../shared/contract/content.ts';
import type { Preview } from '../../shared/contract/previews.ts';
import type { RouteAnswer } from '../../shared/contract/routing.ts';
import type { Language, Site, SiteSettings, SiteType } from '../../shared/contract/sites.ts';
import type { ActionResult, SentNotice } from '../forms/action-result.ts';
import type { PageState } from './page-state.ts';

/** A shop that the visitor may change to. */
export interface ShopChoice {
  readonly siteId: number;
  readonly type: SiteType;
  readonly brand: string;
  /** Where the shop is, in its own words: 'Nederland', 'International'. */
  readonly countryName: string;
  /** ISO 3166-1 alpha-2 of the site's country. */
  readonly regionCode: string;
  readonly fallbackLanguageId: number;
  readonly languages: readonly {
    readonly languageId: number;
    /** Locale code, for example nl. */
    readonly code: Language['code'];
    readonly name: string;
    readonly culture: string;
    readonly origin: string;
  }[];
}

/** Which shop this is: decided by the host, the same for every visitor of it. */
export interface ScopeState {
  readonly site: Site;
  readonly settings: SiteSettings;
  readonly language: Language;
  /** Regional code of the site's country, for example NL. */
  readonly regionCode: string;
  /** Scheme and registered host of this site and language, with the public port if there is one. */
  readonly origin: string;
  readonly shops: readonly ShopChoice[];
  readonly navigation: Navigation;
  readonly footer: Footer;
  readonly usps: readonly string[];
  readonly notification: string | null;
}

/** What a path led to: its link, or its error. */
export type RoutingEntry = { readonly route: RouteAnswer } | { readonly error: { readonly status: number } };

export interface RequestState {
  readonly error: { readonly status: number; readonly message: string } | null;
  readonly redirect: { readonly status: 301 | 302 | 303; readonly url: string } | null;
  /** What became of the form that was sent last on this page. */
  readonly form: ActionResult | null;
  /** What came of the form that led to this page; null where none did. */
  readonly notice: SentNotice | null;
}

/** Serialisable state: plain JSON, no dates, no undefined. */
export interface AppState {
  readonly scope: ScopeState;
  readonly request: RequestState;
  readonly routing: { readonly byPath: Readonly<Record<string, RoutingEntry>> };
  readonly page: PageState;
  /** There where the shop is shown at another moment: as long as the document lasts. */
  readonly preview?: Preview;
}

export type AppStore = StoreApi<AppState>;

/** Request state as most pages begin: no error, no redirect, no form before it. */
export const untroubledRequest: RequestState = { error: null, redirect: null, form: null, notice: null };

/**
 * Makes the store of one request (server) or of one browser tab.
 *
 * zustand's `useStore` reads `getInitialState()` while rendering on the server and while hydrating, so the
 * state must be complete before this call.
 */
export function createAppStore(state: AppState): AppStore {
  return createStore<AppState>(() => state);
}
