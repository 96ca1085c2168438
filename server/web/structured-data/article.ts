import type { Block, ContentPage, ContentSummary, Inline } from '../../../shared/contract/content.ts';
import { splitIntoQuestions } from '../../../shared/rules/split-into-questions.ts';
import { createItemList, type Node, type PageHeadDetails, toAbsoluteUrl } from './json-ld.ts';

const joinInlines = (inlines: readonly Inline[]): string => inlines.map(({ text }) => text).join('');

/** Returns the text of blocks, one line per block. */
export function getText(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => {
      if (block.type === 'heading') return [block.text];
      if (block.type === 'picture') return [];
      return block.type === 'paragraph' ? [joinInlines(block.content)] : block.items.map(joinInlines);
    })
    .join('\n');
}

/** Type of an article in schema.org. A blog post has the same type on its page and in the list of posts. */
const schemaOrgTypeByKind: Partial<Record<ContentPage['kind'], string>> = {
  news: 'NewsArticle',
  blog: 'BlogPosting',
};

/** Creates the article of a page (news, advice, story): title, picture, author and dates. */
export function createArticle(details: PageHeadDetails, content: ContentPage): Node {
  const pictures = details.scenes[content.scene] ?? [];
  const { brand } = details.shop;
  const shop = { '@type': 'Organization', name: brand, url: `${details.scope.origin}/` };
  return {
    '@type': schemaOrgTypeByKind[content.kind] ?? 'Article',
    headline: content.title,
    description: content.metaDescription,
    mainEntityOfPage: toAbsoluteUrl(details, content.url),
    inLanguage: details.scope.language.culture,
    image: pictures.length > 0 ? pictures.map(({ path }) => toAbsoluteUrl(details, path)) : undefined,
    datePublished: content.publishedOn ?? undefined,
    dateModified: content.modifiedOn ?? undefined,
    author: content.author === null ? shop : { '@type': 'Person', name: content.author },
    publisher: {
      ...shop,
      logo: { '@type': 'ImageObject', url: toAbsoluteUrl(details, '/apple-touch-icon.png') },
    },
  };
}

/** Creates the list of a page: blog posts, or the articles of a category. */
export function createArticleCollection(
  details: PageHeadDetails,
  content: ContentPage,
  articles: readonly ContentSummary[],
): Node {
  const own = {
    name: content.title,
    description: content.metaDescription,
    url: toAbsoluteUrl(details, content.url),
    inLanguage: details.scope.language.culture,
  };
  if (content.kind !== 'blogOverview') {
    return { '@type': 'CollectionPage', ...own, mainEntity: createItemList(details, articles) };
  }
  return {
    '@type': 'Blog',
    ...own,
    blogPost: articles.map(({ title, url, publishedOn, author }) => ({
      '@type': 'BlogPosting',
      headline: title,
      url: toAbsoluteUrl(details, url),
      datePublished: publishedOn ?? undefined,
      author: author === null ? undefined : { '@type': 'Person', name: author },
    })),
  };
}

/** Creates the questions and answers of a page. */
export function createFaq(content: ContentPage): Node {
  return {
    '@type': 'FAQPage',
    mainEntity: splitIntoQuestions(content.blocks).questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: getText(answer) },
    })),
  };
}
