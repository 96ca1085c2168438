import { and, asc, eq } from 'drizzle-orm';
import { contentPage, contentPageScope, contentPageTranslation } from '../../../content/content/tables.ts';
import type { Database } from '../../../core/database/database.ts';
import type { StoredBlock } from '../../../core/markdown/markdown-blocks.ts';
import { createAttributeIndexBuilder } from '../memory/attribute-index.ts';
import type { createWordIndexBuilder, WeightedText } from '../memory/word-index.ts';
import { toPlain } from '../terms/read-words.ts';
import { weightByField } from './field-weights.ts';
import type { NamedCategory } from './product-texts.ts';

/** A page that a term can find. */
export type SearchablePage =
  | { readonly kind: 'content' | 'landing'; readonly key: string; readonly contentPageId: number }
  | { readonly kind: 'category'; readonly key: string; readonly categoryId: number };

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

/** Adds the categories and content pages that have texts in the language to the index of words. */
export async function readPageTexts(
  database: Database,
  {
    languageId,
    categories,
    words,
    yieldToEventLoop,
  }: {
    readonly languageId: number;
    readonly categories: readonly NamedCategory[];
    readonly words: ReturnType<typeof createWordIndexBuilder>;
    readonly yieldToEventLoop: () => Promise<void>;
  },
) {
  const pages = await readSearchablePages(database, languageId);
  const attributes = createAttributeIndexBuilder();
  const pagesByDocument: SearchablePage[] = [];
  const names: string[] = [];
  const addPage = (page: SearchablePage, title: string, texts: readonly WeightedText[]) => {
    const document = pagesByDocument.length;
    pagesByDocument.push(page);
    names.push(toPlain(title));
    words.add(document, [{ text: title, weight: weightByField.title }, ...texts]);
    attributes.add(document, 'page', page.key, 1);
    return document;
  };
  for (const { categoryId, key, name, intro } of categories) {
    const document = addPage({ kind: 'category', key, categoryId }, name, [
      { text: intro, weight: weightByField.block },
    ]);
    attributes.add(document, 'category', key, 1);
  }
  for (const { contentPageId, key, kind, title, summary, metaDescription, blocks, scope } of pages) {
    const document = addPage(
      { kind: kind === 'landing' ? 'landing' : 'content', key, contentPageId },
      withoutPlaceholders(title),
      [
        { text: withoutPlaceholders(summary ?? metaDescription), weight: weightByField.summary },
        { text: withoutPlaceholders(listBlockTexts(blocks, true).join('. ')), weight: weightByField.heading },
        { text: withoutPlaceholders(listBlockTexts(blocks, false).join('. ')), weight: weightByField.block },
      ],
    );
    for (const { facet, value } of scope)
      attributes.add(document, facet, value, kind === 'landing' ? 1 : 0.8);
    await yieldToEventLoop();
  }
  return { attributes, pagesByDocument, names };
}
