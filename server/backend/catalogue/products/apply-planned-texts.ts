import type { PlannedTexts } from '../../sites/planned-texts.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';

/** Texts of a product page. */
interface ProductPageTexts {
  readonly name: string;
  readonly claim: string;
  readonly body: string;
  readonly benefits: readonly string[];
  readonly directions: string;
}

/** Returns the texts of a product that are planned for the time of the response. */
export async function applyPlannedProductTexts(
  planned: PlannedTexts,
  { language, now }: ScopedContext,
  key: string,
  { name, claim, body, benefits, directions }: ProductPageTexts,
) {
  const { readText, readLines } = await planned.fetchChanges(now, 'product', language.code);
  return {
    title: readText(key, 'name') ?? name,
    claim: readText(key, 'claim') ?? claim,
    description: readText(key, 'body') ?? body,
    benefits: [...(readLines(key, 'benefits') ?? benefits)],
    directions: (readText(key, 'directions') ?? directions) || null,
  };
}
