import { and, asc, eq } from 'drizzle-orm';
import { contentPage, contentPageScope, contentPageTranslation } from '../../../content/content/tables.ts';
import type { Database } from '../../../core/database/database.ts';
import type { StoredBlock } from '../../../core/markdown/markdown-blocks.ts';
import type { PageHit, WeightedAttribute, WeightedText } from '../product-search.ts';
import { toPlain } from '../terms/read-words.ts';
import { weightByField } from './field-weights.ts';
import type { NamedCategory } from './product-texts.ts';

async function readSearchablePages(database: Database, languageId: number) {
  const scopes = Map.groupBy(
    await database.select().from(contentPageScope),
    ({ contentPageId }) => contentPageId,
  );
  const rows = await database
    .select({
      contentPageId: contentPage.contentPageId,
      key: contentPage.key,
      kind: contentPage.kind,
      title: contentPageTranslation.title,
      summary: contentPageTranslation.summary,
      metaDescription: contentPageTranslation.metaDescription,
      blocks: contentPageTranslation.blocks,
    })
    .from(contentPage)
    .innerJoin(
      contentPageTranslation,
      and(
        eq(contentPageTranslation.contentPageId, contentPage.contentPageId),
        eq(contentPageTranslation.languageId, languageId),
      ),
    )
    .orderBy(asc(contentPage.contentPageId));
  return rows.map((row) => ({ ...row, scope: scopes.get(row.contentPageId) ?? [] }));
}

const withoutPlaceholders = (text: string): string => text.replaceAll(/\{[a-zA-Z]+\}/g, ' ');

function listBlockTexts(blocks: readonly StoredBlock[], areHeadings: boolean): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'heading') return areHeadings ? [block.text] : [];
    if (areHeadings || block.type === 'picture') return [];
    const lines = block.type === 'paragraph' ? [block.content] : block.items;
    return lines.map((line) => line.map(({ text }) => text).join(''));
  });
}

/** A page with its texts in one language and its facts. */
export interface PageTexts {
  readonly page: PageHit;
  /** Title without accents. */
  readonly plainName: string;
  readonly texts: readonly WeightedText[];
  readonly attributes: readonly WeightedAttribute[];
}

/** Reads the categories and content pages that have texts in the language, categories first. */
export async function readPageTexts(
  database: Database,
  languageId: number,
  categories: readonly NamedCategory[],
): Promise<PageTexts[]> {
  const createPage = (
    page: PageHit,
    title: string,
    texts: readonly WeightedText[],
    attributes: readonly WeightedAttribute[],
  ): PageTexts => ({
    page,
    plainName: toPlain(title),
    texts: [{ text: title, weight: weightByField.title }, ...texts],
    attributes: [{ facet: 'page', value: page.key, weight: 1 }, ...attributes],
  });
  const pages = await readSearchablePages(database, languageId);
  return [
    ...categories.map(({ categoryId, key, name, intro }) =>
      createPage(
        { kind: 'category', key, categoryId },
        name,
        [{ text: intro, weight: weightByField.block }],
        [{ facet: 'category', value: key, weight: 1 }],
      ),
    ),
    ...pages.map(({ contentPageId, key, kind, title, summary, metaDescription, blocks, scope }) =>
      createPage(
        { kind: kind === 'landing' ? 'landing' : 'content', key, contentPageId },
        withoutPlaceholders(title),
        [
          { text: withoutPlaceholders(summary ?? metaDescription), weight: weightByField.summary },
          {
            text: withoutPlaceholders(listBlockTexts(blocks, true).join('. ')),
            weight: weightByField.heading,
          },
          {
            text: withoutPlaceholders(listBlockTexts(blocks, false).join('. ')),
            weight: weightByField.block,
          },
        ],
        scope.map(({ facet, value }) => ({ facet, value, weight: kind === 'landing' ? 1 : 0.8 })),
      ),
    ),
  ];
}
