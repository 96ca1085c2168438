import type { Block, ContentPage, ContentSummary, Inline } from '../../../shared/contract/content.ts';
import { getQuestions } from '../../../shared/rules/questions.ts';
import { createItemList, type Node, type PageFacts, toAbsolute } from './json-ld.ts';

const joinInlines = (inlines: readonly Inline[]): string => inlines.map(({ text }) => text).join('');

/** The words of blocks, a line each. */
export function getText(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => {
      if (block.type === 'heading') return [block.text];
      if (block.type === 'picture') return [];
      return block.type === 'paragraph' ? [joinInlines(block.content)] : block.items.map(joinInlines);
    })
    .join('\n');
}

/** As search engines name what an article is: a post of the blog is the same thing on its page as in the list of the blog. */
const types: Partial<Record<ContentPage['kind'], string>> = { news: 'NewsArticle', blog: 'BlogPosting' };

/** News, advice, a story: what it is called, what it shows, who wrote it and when. */
export function createArticle(facts: PageFacts, content: ContentPage): Node {
  const pictures = facts.scenes[content.scene] ?? [];
  const { brand } = facts.shop;
  const shop = { '@type': 'Organization', name: brand, url: `${facts.scope.origin}/` };
  return {
    '@type': types[content.kind] ?? 'Article',
    headline: content.title,
    description: content.metaDescription,
    mainEntityOfPage: toAbsolute(facts, content.url),
    inLanguage: facts.scope.language.culture,
    image: pictures.length > 0 ? pictures.map(({ path }) => toAbsolute(facts, path)) : undefined,
    datePublished: content.publishedOn ?? undefined,
    dateModified: content.modifiedOn ?? undefined,
    author: content.author === null ? shop : { '@type': 'Person', name: content.author },
    publisher: {
      ...shop,
      logo: { '@type': 'ImageObject', url: toAbsolute(facts, '/apple-touch-icon.png') },
    },
  };
}

/** What a page lists: the posts of the blog, or the texts of a category. */
export function createArticleCollection(
  facts: PageFacts,
  content: ContentPage,
  articles: readonly ContentSummary[],
): Node {
  const own = {
    name: content.title,
    description: content.metaDescription,
    url: toAbsolute(facts, content.url),
    inLanguage: facts.scope.language.culture,
  };
  if (content.kind !== 'blogOverview') {
    return { '@type': 'CollectionPage', ...own, mainEntity: createItemList(facts, articles) };
  }
  return {
    '@type': 'Blog',
    ...own,
    blogPost: articles.map(({ title, url, publishedOn, author }) => ({
      '@type': 'BlogPosting',
      headline: title,
      url: toAbsolute(facts, url),
      datePublished: publishedOn ?? undefined,
      author: author === null ? undefined : { '@type': 'Person', name: author },
    })),
  };
}

/** Questions and answers as the page shows them. */
export function createFaq(content: ContentPage): Node {
  return {
    '@type': 'FAQPage',
    mainEntity: getQuestions(content.blocks).questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: getText(answer) },
    })),
  };
}
