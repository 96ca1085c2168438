import { parseMarkdown } from '../../core/markdown/markdown-blocks.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import type { ContentRow } from './queries.ts';

/** Returns pages with the texts planned for the time of the response. Their paths are the current ones. */
export async function applyPlannedTexts(
  planned: PlannedTexts,
  { language, now }: ScopedContext,
  rows: readonly ContentRow[],
): Promise<readonly ContentRow[]> {
  const pages = await planned.fetchChanges(now, 'page', language.code);
  const articles = await planned.fetchChanges(now, 'article', language.code);
  const group = await planned.fetchChanges(now, 'groupPage', language.code);
  if (pages.isEmpty && articles.isEmpty && group.isEmpty) return rows;
  return rows.map((row) => {
    const { page, translation } = row;
    const isArticle = page.kind !== 'page';
    const isCorporateHomePage = page.key === 'group-home';
    const changes = isArticle ? articles : isCorporateHomePage ? group : pages;
    const read = (name: string) => changes.readText(isCorporateHomePage ? 'home' : page.key, name);
    const body = read('bodyMarkdown');
    return {
      ...row,
      translation: {
        ...translation,
        title: read('title') ?? translation.title,
        // The summary of an article is its meta description.
        metaDescription: read(isArticle ? 'summary' : 'metaDescription') ?? translation.metaDescription,
        summary: isArticle ? (read('summary') ?? translation.summary) : translation.summary,
        blocks: body === undefined ? translation.blocks : parseMarkdown(body),
      },
    };
  });
}
