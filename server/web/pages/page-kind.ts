import type { PageDataOf, PageKind } from '../../../client/store/page-state.ts';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { SceneName } from '../../../shared/contract/primitives.ts';
import { type Node, type PageFacts, toAbsolute } from '../structured-data/json-ld.ts';

/** The picture that stands for a page in previews; sizes in pixels. */
export interface Preview {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/**
 * What only servers say of a kind of page. It is not in `client/pages/<name>/page.ts`, which every first visit loads. Structured data
 * and previews are asked for on pages that search engines may list.
 */
export interface PageKindOnServer<K extends PageKind> {
  /** Names of what the page shows beside its site, for caches to forget it by: `product-101`, `category-11`, `content-107`. */
  listSurrogateKeys(data: PageDataOf<K>): readonly string[];
  /** What the page says to search engines in the words of schema.org: only what it shows to people, too. */
  describe?(facts: PageFacts, data: PageDataOf<K>): readonly Node[];
  /** The picture that shows the page best; null where it has none. */
  findPreview?(facts: PageFacts, data: PageDataOf<K>): Preview | null;
  /** Readers of feeds are told where the newest of it is. */
  readonly hasFeed?: true;
  /** What the page is an article of, with its author and its dates; null where it is none. */
  findArticle?(data: PageDataOf<K>): ContentPage | null;
}

export const listProductKeys = (products: readonly { readonly productId: number }[] | null): string[] =>
  (products ?? []).map(({ productId }) => `product-${productId}`);

export const listContentKeys = (contents: readonly { readonly contentPageId: number }[]): string[] =>
  contents.map(({ contentPageId }) => `content-${contentPageId}`);

/** The scene at the head of a page, as a preview. */
export function findScenePreview(facts: PageFacts, scene: SceneName): Preview | null {
  const [wide] = facts.scenes[scene] ?? [];
  if (!wide) return null;
  const { path, width, height } = wide;
  return { url: toAbsolute(facts, path), width, height, alt: facts.page.head.title };
}

/** The home page, as breadcrumbs begin. */
export const createHomeCrumb = ({ shop }: Pick<PageFacts, 'shop'>): { title: string; url: string } => ({
  title: shop.t('common.home'),
  url: '/',
});
