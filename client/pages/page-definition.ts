import type { LoadableComponent } from '@loadable/component';
import type { ReactNode } from 'react';
import type { RouteAnswer } from '../../shared/contract/routing.ts';
import type { Site } from '../../shared/contract/sites.ts';
import type { Locale } from '../../shared/rules/localised-segments.ts';
import type { QueryKind } from '../../shared/rules/page-query.ts';
import type { FormAction } from '../forms/form-action.ts';
import type { LoadContext, LoadResult, PrivateLoadContext } from '../load-context.ts';
import type { CardProduct } from '../store/card-product.ts';
import type { Changed } from '../store/changed.ts';
import type { PageData } from '../store/page-state.ts';

/** Data of a page: what its `load` makes, what is serialised for hydration, what its component is given. Plain JSON. */
export interface AnyPageData {
  readonly kind: string;
}

/** A link of the content tree that leads to a page. Results of roughage tests are shown by screens, whose paths are not asked about. */
export type PageLink = Exclude<RouteAnswer, { kind: 'redirect' | 'rqsResult' | 'qsResult' }>;

/** What every page says of itself, however it is reached. */
export interface Page<Data extends AnyPageData> {
  readonly kind: Data['kind'];
  /** 'public' pages are the same for everyone and may be cached; 'private' ones are `private, no-store`. */
  readonly cachePolicy: 'public' | 'private';
  /** A private page that is the same for everyone, and may be cached, while its query says nothing: a form whose answers are a visitor's own. */
  readonly isPublicWithoutQuery?: true;
  /** What it reads of a query. Any other parameter is unknown there: in no key and no link, and not an error. */
  readonly query: QueryKind;
  /** Moving between two pages flagged so keeps the scroll position: it is one list in another form. */
  readonly keepsScrollPosition?: true;
  /** What a form can change of it, on this page or another. */
  readonly changedBy?: readonly Changed[];
  /** Most that a form of it may weigh with its files, in bytes; where it is missing, as any body of a request. */
  readonly uploadLimitBytes?: number;
  /** What its address holds or is typed there gives a right: no page and no picture that is opened from there hears of it. */
  readonly isConfidential?: true;
  /** For who is signed in: a form of it that was sent without script says which session made it. */
  readonly isOwnersOnly?: true;
  /** Browsers may tell it where they are, if their owner allows that. */
  readonly asksForPosition?: true;
  /** It offers a map of another provider on a site that has a key for one. */
  readonly mayShowForeignMap?: true;
  /** Its forms lead to pages of payment providers, on whatever host they are. */
  readonly leadsToPayment?: true;
  /** What stands around it; where it is missing, what stands around most pages. */
  readonly layout?: LoadableComponent<{ children: ReactNode }>;
  /** It tells what came of a form that was sent without script; a private page only. */
  readonly tellsOfForms?: true;
  /** Its styles are in the second sheet: its folder is one of build/late-styles.mjs. */
  readonly hasLateStyles?: true;
  /** It plays a clip of the shop. */
  readonly playsClips?: true;
  /** It needs what only the policy of its own document allows, and so never comes in the document of another page. */
  readonly needsOwnDocument?: true;
  /** In a chunk of its own: a visitor loads the code of the pages that they open. */
  readonly component: LoadableComponent<{ data: Data }>;
  /** Its forms, by the name in their hidden field `form`. Their code arrives with the first one that is sent. */
  readonly actions?: Readonly<Record<string, () => Promise<FormAction>>>;
  /** The products that it shows as cards, for the measuring of impressions. */
  listCards?(data: Data): readonly CardProduct[];
  /** What makes two states the same page seen differently, so that what was typed stays; where missing, their path. */
  getIdentity?(data: Data): string | number;
}

/**
 * Starts everything that a page needs at once; critical data decides status and title.
 *
 * @throws ApiError when critical data cannot be had: 404 becomes the not-found page, the rest the error page
 */
type Load<Context, Data extends AnyPageData> = (context: Context) => Promise<LoadResult<Data>>;

/** A page with a path of its own. Only a private one may speak for its visitor. */
export type ScreenPage<Data extends AnyPageData> = Page<Data> & {
  /** Pattern of react-router, by language. */
  path(locale: Locale): string;
} & (
    | { readonly cachePolicy: 'public'; readonly load: Load<LoadContext, Data> }
    | { readonly cachePolicy: 'private'; readonly load: Load<PrivateLoadContext, Data> }
  );

/** A page that links of the content tree lead to: the same for everyone, at least while its query says nothing. */
export type LinkedPage<Data extends AnyPageData, Link extends PageLink = PageLink> = Page<Data> & {
  /** The first page that shows a link is its page. */
  shows(link: PageLink, site: Pick<Site, 'rootContentPageId'>): link is Link;
  /** As `load` of a screen. */
  load(context: LoadContext, link: Link): Promise<LoadResult<Data>>;
} & (
    | { readonly cachePolicy: 'public' }
    | { readonly cachePolicy: 'private'; readonly isPublicWithoutQuery: true }
  );

/** A screen that has a path, with the values of the `:name` parts of it. */
export interface ScreenMatch {
  readonly page: ScreenPage<PageData>;
  readonly params: Readonly<Record<string, string | undefined>>;
}
