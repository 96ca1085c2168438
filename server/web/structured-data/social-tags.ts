import { getCategoryScene } from '../../../client/features/catalogue/category-scene.ts';
import type { SceneName } from '../../../shared/contract/primitives.ts';
import { type PageFacts, toAbsolute } from './json-ld.ts';
import { findListPlace } from './list-place.ts';

/** Width in pixels of the picture of a product in previews. */
const previewWidth = 1088;

interface Preview {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** What shows the page best: the pack, or the scene at its head. */
function getPreview(facts: PageFacts): Preview | null {
  const { data, head } = facts.page;
  const fromScene = (scene: SceneName): Preview | null => {
    const [wide] = facts.scenes[scene] ?? [];
    return wide
      ? { url: toAbsolute(facts, wide.path), width: wide.width, height: wide.height, alt: head.title }
      : null;
  };
  switch (data.kind) {
    case 'product': {
      const { variants, productVariantId, pictures } = data.product;
      const picture =
        variants.find((variant) => variant.productVariantId === productVariantId)?.picture ?? pictures[0];
      return picture
        ? {
            url: toAbsolute(facts, `/images/${picture.hash}/${previewWidth}.png`),
            width: previewWidth,
            height: Math.round((previewWidth * picture.height) / picture.width),
            alt: picture.alt,
          }
        : null;
    }
    case 'category':
      return fromScene(getCategoryScene(findListPlace(data.search)?.key ?? ''));
    case 'home':
    case 'content':
    case 'article':
      return fromScene(data.content.scene);
    case 'media':
      return data.items[0] ? fromScene(data.items[0].scene) : null;
    default:
      return null;
  }
}

/** Meta elements for previews (Open Graph, and what Twitter wants besides), as name and content. */
export function listSocialTags(facts: PageFacts): (readonly ['name' | 'property', string, string])[] {
  const { page, scope, shop } = facts;
  const { head, data } = page;
  const article = data.kind === 'article' && data.content.kind !== 'faq' ? data.content : null;
  const preview = head.isIndexable ? getPreview(facts) : null;
  const optional = (property: string, content: string | null | undefined) =>
    content ? [['property', property, content] as const] : [];
  return [
    ['property', 'og:site_name', shop.brand],
    ['property', 'og:title', head.title || shop.brand],
    ['property', 'og:type', article ? 'article' : 'website'],
    ['property', 'og:locale', scope.language.culture.replace('-', '_')],
    ...optional('og:description', head.description),
    ...optional('og:url', head.canonicalPath === null ? null : scope.origin + head.canonicalPath),
    ...optional('article:published_time', article?.publishedOn),
    ...optional('article:modified_time', article?.modifiedOn),
    ...optional('article:author', article?.author),
    ...optional('og:image', preview?.url),
    ...optional('og:image:type', preview && 'image/png'),
    ...optional('og:image:width', preview && String(preview.width)),
    ...optional('og:image:height', preview && String(preview.height)),
    ...optional('og:image:alt', preview?.alt),
    ['name', 'twitter:card', preview && preview.width > preview.height ? 'summary_large_image' : 'summary'],
  ];
}
