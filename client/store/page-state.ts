import type { SearchScope } from '../../shared/api/create-search-request.ts';
import type { ContentPage, ContentSummary } from '../../shared/contract/content.ts';
import type { ComparedProduct, ProductDetail } from '../../shared/contract/products.ts';
import type { ReviewPage } from '../../shared/contract/reviews.ts';
import type { Alternate } from '../../shared/contract/routing.ts';
import type { SiloOffer } from '../../shared/contract/silo-quotations.ts';
import type { ListFilter } from '../../shared/rules/list-query.ts';
import type { CardProduct, ProductListData } from './card-product.ts';

/** What goes into the head of a page. Exactly one component renders it (`client/PageHead.tsx`). */
export interface PageHead {
  /** Without the brand: the head adds ' – {brand}'. */
  readonly title: string;
  readonly description: string | null;
  /** Path and query of the page's one true address; null on pages that have none (404, errors). */
  readonly canonicalPath: string | null;
  /**
   * The same page on other hosts, this one included, without query: where the language switch leads. Crawlers are told
   * on pages that are indexable and stand at their canonical address without query.
   */
  readonly alternates: readonly Alternate[];
  readonly isIndexable: boolean;
}

/** What a page with a list knows of it beside the answer of the search. */
export interface ListState {
  /** Missing where the list shows all it has. */
  readonly filters?: readonly ListFilter[];
  /** What it is a list of, for asking for more of it. */
  readonly scope?: SearchScope;
  /** First of the pages that stand on the screen below each other; missing where there is only the one of the answer. */
  readonly firstPage?: number;
}

/** Everything a page needs to render, by kind. Made by the page's `load`, serialised for hydration. */
export type PageData =
  | {
      readonly kind: 'home';
      readonly content: ContentPage;
      readonly bestsellers: readonly CardProduct[];
      readonly stories: readonly ContentSummary[];
    }
  | ({ readonly kind: 'category'; readonly search: ProductListData } & ListState)
  | {
      readonly kind: 'product';
      readonly product: ProductDetail;
      /** Null where the block could not be had in time. */
      readonly related: readonly CardProduct[] | null;
      /** The reviews that the address asks for; null where they could not be had in time: then there is no rating either. */
      readonly reviews: ReviewPage | null;
      /** The feed operator's approval number (Regulation (EC) 767/2009). */
      readonly feedApprovalNumber: string | null;
    }
  | ({ readonly kind: 'search'; readonly term: string; readonly search: ProductListData | null } & ListState)
  | {
      readonly kind: 'compare';
      readonly products: readonly ComparedProduct[];
      /** Asked for, but not sold here. */
      readonly missingCount: number;
    }
  | {
      readonly kind: 'content';
      readonly content: ContentPage;
      /** On the page of silo supply: what its form offers; null where it could not be had in time. */
      readonly siloOffer?: SiloOffer | null;
    }
  | {
      readonly kind: 'article';
      readonly content: ContentPage;
      readonly products: readonly CardProduct[] | null;
    }
  /** The mailed link of a review; no token where the link is broken. */
  | { readonly kind: 'reviewConfirm'; readonly token: string | null }
  /** The mailed links about a sold-out product; no token where the link is broken. */
  | {
      readonly kind: 'stockReminder';
      readonly step: 'confirm' | 'unsubscribe';
      readonly token: string | null;
    }
  | { readonly kind: 'media'; readonly items: readonly ContentSummary[] }
  | { readonly kind: 'notFound'; readonly content: ContentPage | null }
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly requestId: string | null;
      /** The site's own text about a fault, where it could still be had. */
      readonly content: ContentPage | null;
    };

export type PageKind = PageData['kind'];
export type PageDataOf<K extends PageKind> = Extract<PageData, { kind: K }>;

export interface PageState {
  /** Path and query that the data belongs to, for example `/muesli/?p=2`. */
  readonly virtualPath: string;
  readonly head: PageHead;
  readonly data: PageData;
}
