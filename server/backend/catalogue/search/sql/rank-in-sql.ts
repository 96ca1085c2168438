import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { route } from '../../../sites/routing/tables.ts';
import { siteProduct } from '../../products/tables.ts';
import type { PageHit, SearchDocument, SearchScope } from '../product-search.ts';
import { searchDocument } from '../tables.ts';
import type { Clause } from '../terms/parse-term.ts';
import {
  MAX_CLAUSES,
  MAX_FOUND_PAGES,
  MIN_CLAUSE_COVERAGE,
  MIN_PAGE_RELEVANCE,
  MIN_PRODUCT_RELEVANCE,
  NEGATION_WEIGHT,
  RELEVANCE_STEPS,
  REQUESTED_CLAUSE_WEIGHT,
  WEAK_CLAUSE_WEIGHT,
} from '../terms/relevance-weights.ts';
import { type ClauseContext, type ClauseScore, createClauseScorer } from './clause-score.ts';

type Scope = Pick<SearchScope, 'siteId' | 'languageId'>;

/** Documents that match the same clauses. */
interface MatchGroup {
  /** Bit mask of the matched clauses. */
  readonly mask: number;
  readonly count: number;
  /** Highest score of each clause. */
  readonly best: readonly number[];
}

/** The clauses that the results match together, and what each counts. */
interface ChosenClauses {
  /** Bit mask; 0 if nothing was found. */
  readonly mask: number;
  readonly weights: readonly number[];
  /** Clauses that no document matches together with the others. */
  readonly unmatched: readonly ClauseScore[];
  /** Share of the clauses that the documents match, at most 1. */
  readonly coverage: number;
}

/** The products that match a term. */
export interface RankedProducts {
  /** Query of `product_id` and `relevance`; undefined if nothing was found. */
  readonly hits: SQL | undefined;
  readonly unmatchedClauses: readonly Clause[];
}

const hasBit = (mask: number, index: number): boolean => (mask & (1 << index)) !== 0;

/** Whether a document must match the clause, unless nothing else is asked for. */
const createIsNeeded = (scores: readonly ClauseScore[]) => {
  const isAllWeak = scores.every(({ clause }) => clause.isWeak && !clause.isNegated);
  return (score: ClauseScore): boolean => isAllWeak || !score.clause.isWeak;
};

/**
 * Chooses the clauses of the results: all of them, or the most specific ones that occur together. A clause is
 * more specific if fewer documents match it.
 *
 * @param total number of documents of the site
 */
function chooseClauses(
  scores: readonly ClauseScore[],
  groups: readonly MatchGroup[],
  total: number,
): ChosenClauses {
  const isNeeded = createIsNeeded(scores);
  const weights = scores.map((score, index) => {
    const matching = groups.filter(({ best }) => (best[index] ?? 0) > 0);
    if (score.clause.isNegated) return NEGATION_WEIGHT;
    if (matching.length === 0) return 0;
    if (!isNeeded(score)) return WEAK_CLAUSE_WEIGHT;
    const count = matching.reduce((sum, group) => sum + group.count, 0);
    const strongest = Math.max(...matching.map(({ best }) => best[index] ?? 0));
    // A word that texts only mention is not specific, even if it is rare.
    return Math.log(1 + total / count) * Math.min(1, strongest);
  });
  const getWeight = (mask: number) =>
    weights.reduce((sum, weight, index) => sum + (hasBit(mask, index) ? weight : 0), 0);
  const isRequested = (mask: number) =>
    scores.some((score, index) => hasBit(mask, index) && !score.clause.isNegated && isNeeded(score));
  const ranked = groups
    .filter(({ mask }) => mask !== 0)
    .map((group) => ({
      mask: group.mask,
      // Documents that only lack the negated subject and match nothing else come last.
      weight: getWeight(group.mask) + (isRequested(group.mask) ? REQUESTED_CLAUSE_WEIGHT : 0),
      score: group.best.reduce((sum, best, index) => sum + best * (weights[index] ?? 0), 0),
    }))
    .sort((a, b) => b.weight - a.weight || b.score - a.score);
  const mask = ranked[0]?.mask ?? 0;
  const required = scores.map((score, index) => {
    if (!isNeeded(score)) return 0;
    return weights[index] || Math.log(1 + total);
  });
  const sum = required.reduce((a, b) => a + b, 0);
  return {
    mask,
    weights,
    unmatched: scores.filter((score, index) => isNeeded(score) && !hasBit(mask, index)),
    coverage: sum === 0 ? 0 : getWeight(mask) / sum,
  };
}

const nameScore = (index: number): SQL => sql.raw(`c${index}`);

/**
 * Returns a query of the documents that match any requested clause: `entity_id`, `kind`, `key`, a score per
 * clause, the bonus for the facts that each prefers, and the mask of the needed clauses.
 *
 * @param isFiltered false: also documents that only lack a negated subject
 */
function selectScored(
  scores: readonly ClauseScore[],
  { languageId, isOfPages, isAvailable }: { languageId: number; isOfPages: boolean; isAvailable: SQL },
  isFiltered: boolean,
): SQL {
  const isNeeded = createIsNeeded(scores);
  const requested = scores.filter((score) => isNeeded(score) && !score.clause.isNegated);
  const queries = requested.flatMap(({ candidates }) => candidates ?? []);
  const codedIds = requested.flatMap(({ codedIds: ids }) => ids).map((id) => `product:${id}`);
  const filters = [
    ...(queries.length > 0 ? [sql`document.terms @@ ${queries.join(' | ')}::tsquery`] : []),
    ...(codedIds.length > 0 ? [sql`document.document_id = any(${sql.param(codedIds)}::text[])`] : []),
  ];
  const isCandidate = isFiltered
    ? filters.length === 0
      ? sql`false`
      : sql`(${sql.join(filters, sql` or `)})`
    : sql`true`;
  const columns = scores.map(({ score }, index) => sql`${score} as ${nameScore(index)}`);
  const preferences = scores.map(
    ({ preference }, index) => sql`${preference ?? sql`0`} as ${sql.raw(`p${index}`)}`,
  );
  const withPreferences = scores.map(
    (_, index) =>
      sql`case when ${nameScore(index)} > 0 then ${nameScore(index)} + ${sql.raw(`p${index}`)} else 0 end as ${nameScore(index)}, ${sql.raw(`p${index}`)}`,
  );
  const bits = scores.flatMap((score, index) =>
    isNeeded(score)
      ? [sql`case when ${nameScore(index)} > 0 then ${sql.raw(`${1 << index}`)} else 0 end`]
      : [],
  );
  return sql`select entity_id, kind, key, ${sql.join(withPreferences, sql`, `)},
      (${sql.join(bits, sql` | `)}) as mask
    from (
      select document.entity_id, document.kind, document.key,
        ${sql.join([...columns, ...preferences], sql`, `)}
      from ${searchDocument} document
      where document.language_id = ${languageId}
        and document.kind ${isOfPages ? sql`<>` : sql`=`} 'product'
        and ${isCandidate} and ${isAvailable}
      offset 0
    ) scored`;
}

/** Returns the expression of a document's total score. */
function sumScores(scores: readonly ClauseScore[], { weights, unmatched }: ChosenClauses): SQL {
  const parts = scores.map((_, index) => sql`${weights[index] ?? 0}::float8 * ${nameScore(index)}`);
  // Clauses without results may still rank the others.
  const preferences = unmatched.map((score) => sql.raw(`p${scores.indexOf(score)}`));
  return sql.join([...parts, ...preferences], sql` + `);
}

/** Ranks the products that a site sells. */
export async function rankProducts(
  database: Database,
  clauses: readonly Clause[],
  { siteId, languageId }: Scope,
  context: Pick<ClauseContext, 'lookup' | 'codes'>,
): Promise<RankedProducts> {
  const scores = clauses
    .slice(0, MAX_CLAUSES)
    .map(createClauseScorer({ ...context, languageId, isOfPages: false }));
  const isAvailable = sql`exists (select 1 from ${siteProduct} sold
    where sold.site_id = ${siteId} and sold.product_id = document.entity_id)`;
  const source = { languageId, isOfPages: false, isAvailable };
  const maxima = scores.map((_, index) => sql`coalesce(max(${nameScore(index)}), 0)::float8`);
  async function readGroups(isFiltered: boolean) {
    const { rows } = (await database.execute(sql`
      select mask, count(*)::int as count, array[${sql.join(maxima, sql`, `)}] as best,
        (select count(*)::int from ${siteProduct} where site_id = ${siteId}) as total
      from (${selectScored(scores, source, isFiltered)}) matching
      group by mask`)) as unknown as { rows: (MatchGroup & { total: number })[] };
    return rows;
  }

  let isFiltered = true;
  let groups = await readGroups(isFiltered);
  if (groups.length === 0 && scores.some(({ clause }) => clause.isNegated)) {
    isFiltered = false;
    groups = await readGroups(isFiltered);
  }
  const chosen = chooseClauses(scores, groups, groups[0]?.total ?? 0);
  const { mask } = chosen;
  if (mask === 0) return { hits: undefined, unmatchedClauses: [] };
  return {
    hits: sql`select entity_id as product_id,
        greatest(1, round(score * ${RELEVANCE_STEPS}))::int as relevance
      from (
        select entity_id, score, max(score) over () as best
        from (
          select entity_id, ${sumScores(scores, chosen)} as score
          from (${selectScored(scores, source, isFiltered)}) scored
          where (mask & ${mask}::int) = ${mask}::int
        ) matching
      ) ranked
      where score > 0 and score >= best * ${MIN_PRODUCT_RELEVANCE}::float8`,
    unmatchedClauses: chosen.unmatched.map(({ clause }) => clause),
  };
}

/** Ranks the pages that have an address on a site. They are few, so all matching ones are read. */
export async function rankPages(
  database: Database,
  clauses: readonly Clause[],
  { siteId, languageId }: Scope,
  context: Pick<ClauseContext, 'lookup'>,
): Promise<PageHit[]> {
  const scores = clauses
    .slice(0, MAX_CLAUSES)
    .map(createClauseScorer({ ...context, languageId, isOfPages: true, codes: new Map() }));
  const isAvailable = sql`exists (select 1 from ${route} address
    where address.site_id = ${siteId} and address.language_id = ${languageId} and address.is_canonical
      and case document.kind when 'category' then address.category_id else address.content_page_id end
        = document.entity_id)`;
  const source = { languageId, isOfPages: true, isAvailable };
  const best = scores.map((_, index) => nameScore(index));
  const bonuses = scores.map((_, index) => sql.raw(`p${index}`));
  const isFiltered = scores.some(({ clause }) => !clause.isNegated);
  const { rows } = (await database.execute(sql`
    select kind, key, entity_id as "entityId", mask, 1 as count,
      array[${sql.join(best, sql`, `)}]::float8[] as best, array[${sql.join(bonuses, sql`, `)}]::float8[] as bonuses,
      (select count(*)::int from ${searchDocument} where language_id = ${languageId} and kind <> 'product') as total
    from (${selectScored(scores, source, isFiltered)}) matching
    order by kind <> 'category', entity_id`)) as unknown as {
    rows: (MatchGroup & {
      kind: Exclude<SearchDocument['kind'], 'product'>;
      key: string;
      entityId: number;
      bonuses: readonly number[];
      total: number;
    })[];
  };
  const { mask, weights, unmatched, coverage } = chooseClauses(scores, rows, rows[0]?.total ?? 0);
  if (mask === 0 || coverage < MIN_CLAUSE_COVERAGE) return [];
  const unmatchedPlaces = unmatched.map((score) => scores.indexOf(score));
  const ranked = rows
    .filter((row) => (row.mask & mask) === mask)
    .map((row) => ({
      row,
      score:
        row.best.reduce((sum, score, index) => sum + score * (weights[index] ?? 0), 0) +
        unmatchedPlaces.reduce((sum, index) => sum + (row.bonuses[index] ?? 0), 0),
    }))
    .sort((a, b) => b.score - a.score);
  const highest = ranked[0]?.score ?? 0;
  return ranked
    .filter(({ score }) => score > 0 && score >= highest * MIN_PAGE_RELEVANCE)
    .slice(0, MAX_FOUND_PAGES)
    .map(({ row: { kind, key, entityId } }) =>
      kind === 'category' ? { kind, key, categoryId: entityId } : { kind, key, contentPageId: entityId },
    );
}
