import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Footer, Navigation } from '../../shared/contract/content.ts';
import type { Preview } from '../../shared/contract/previews.ts';
import type { RouteAnswer } from '../../shared/contract/routing.ts';
import type { Language, Site, SiteSettings, SiteType } from '../../shared/contract/sites.ts';
import type { ActionResult, FormSuccessNotice } from '../forms/action-result.ts';
import type { PageState } from './page-state.ts';

/** A site that the visitor may switch to. */
export interface ShopChoice {
  readonly siteId: number;
  readonly type: SiteType;
  readonly brand: string;
  /** Country of the site in its own language: 'Nederland', 'International'. */
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

/** Site and language, determined by the host. The same for every visitor of the host. */
export interface ScopeState {
  readonly site: Site;
  readonly settings: SiteSettings;
  readonly language: Language;
  /** Region code of the site's country, for example NL. */
  readonly regionCode: string;
  /** Scheme and registered host of this site and language, with the public port if there is one. */
  readonly origin: string;
  readonly shops: readonly ShopChoice[];
  readonly navigation: Navigation;
  readonly footer: Footer;
  readonly usps: readonly string[];
  readonly notification: string | null;
}

/** Result of a path look-up: its route or its error. */
export type RoutingEntry = { readonly route: RouteAnswer } | { readonly error: { readonly status: number } };

export interface RequestState {
  readonly error: { readonly status: number; readonly message: string } | null;
  readonly redirect: { readonly status: 301 | 302 | 303; readonly url: string } | null;
  /** Result of the form that was sent last on this page. */
  readonly form: ActionResult | null;
  /** Result of the form that led to this page; null if there is none. */
  readonly notice: FormSuccessNotice | null;
}

/** Serializable state: plain JSON, no dates, no undefined. */
export interface AppState {
  readonly scope: ScopeState;
  readonly request: RequestState;
  readonly routing: { readonly byPath: Readonly<Record<string, RoutingEntry>> };
  readonly page: PageState;
  /** Set while a preview is shown, for the lifetime of the document. */
  readonly preview?: Preview;
}

export type AppStore = StoreApi<AppState>;

/** Initial request state of most pages: no error, no redirect, no form. */
export const initialRequestState: RequestState = { error: null, redirect: null, form: null, notice: null };

/**
 * Creates the store of one request (server) or of one browser tab.
 *
 * zustand's `useStore` reads `getInitialState()` while rendering on the server and while hydrating, so the
 * state must be complete before this call.
 */
export function createAppStore(state: AppState): AppStore {
  return createStore<AppState>(() => state);
}
