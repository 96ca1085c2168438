import type { PageDataOf, PageKind } from '../../../client/store/page-state.ts';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { SceneName } from '../../../shared/contract/primitives.ts';
import { type Node, type PageHeadDetails, toAbsoluteUrl } from '../structured-data/json-ld.ts';

/** Picture of a page in link previews; sizes in pixels. */
export interface Preview {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/**
 * Server-only properties of a page kind. They are not in `client/pages/<name>/page.ts`, which every first
 * visit loads. Structured data and previews are used only for pages that search engines may index.
 */
export interface ServerPageMetadata<K extends PageKind> {
  /**
   * Lists the surrogate keys of the page's content, without those of the site: `product-101`, `category-11`,
   * `content-107`.
   */
  listSurrogateKeys(data: PageDataOf<K>): readonly string[];
  /** Creates the structured data of the page (schema.org). It contains only what the page shows. */
  describe?(facts: PageHeadDetails, data: PageDataOf<K>): readonly Node[];
  /** Returns the picture that represents the page best; null if it has none. */
  findPreview?(facts: PageHeadDetails, data: PageDataOf<K>): Preview | null;
  /** Whether the head links to the feed. */
  readonly hasStoryFeed?: true;
  /** Returns the article of the page, with its author and dates; null if it has none. */
  findArticle?(data: PageDataOf<K>): ContentPage | null;
}

export const listProductKeys = (products: readonly { readonly productId: number }[] | null): string[] =>
  (products ?? []).map(({ productId }) => `product-${productId}`);

export const listContentKeys = (contents: readonly { readonly contentPageId: number }[]): string[] =>
  contents.map(({ contentPageId }) => `content-${contentPageId}`);

/** Returns the scene at the top of a page as a preview picture. */
export function findScenePreviewPicture(details: PageHeadDetails, scene: SceneName): Preview | null {
  const [wide] = details.scenes[scene] ?? [];
  if (!wide) return null;
  const { path, width, height } = wide;
  return { url: toAbsoluteUrl(details, path), width, height, alt: details.page.head.title };
}

/** Creates the breadcrumb of the home page. */
export const createHomeCrumb = ({ shop }: Pick<PageHeadDetails, 'shop'>): { title: string; url: string } => ({
  title: shop.t('common.home'),
  url: '/',
});
