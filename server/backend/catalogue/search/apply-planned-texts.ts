import type { PlannedTexts } from '../../sites/planned-texts.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import type { CategoryRow } from '../categories/queries.ts';

/** Returns categories with the texts planned for the time of the response. */
export async function applyPlannedCategoryTexts(
  planned: PlannedTexts,
  { language, now }: ScopedContext,
  categories: readonly CategoryRow[],
): Promise<CategoryRow[]> {
  const { isEmpty, readText } = await planned.fetchChanges(now, 'category', language.code);
  if (isEmpty) return [...categories];
  return categories.map((row) => ({
    ...row,
    name: readText(row.key, 'name') ?? row.name,
    intro: readText(row.key, 'intro') ?? row.intro,
    metaDescription: readText(row.key, 'metaDescription') ?? row.metaDescription,
  }));
}

/** Returns the texts planned for a landing page. */
export async function applyPlannedLandingTexts<
  T extends {
    readonly key: string;
    readonly title: string;
    readonly intro: string;
    readonly metaDescription: string;
  },
>(planned: PlannedTexts, { language, now }: ScopedContext, row: T): Promise<T> {
  const { readText } = await planned.fetchChanges(now, 'landing', language.code);
  const read = (name: string) => readText(row.key, name);
  return {
    ...row,
    title: read('title') ?? row.title,
    intro: read('intro') ?? row.intro,
    metaDescription: read('metaDescription') ?? row.metaDescription,
  };
}
