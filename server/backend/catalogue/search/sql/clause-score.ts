import { type SQL, sql } from 'drizzle-orm';
import { COMPOUND_PART_WEIGHT } from '../terms/known-words.ts';
import type { Clause } from '../terms/parse-term.ts';
import { toPlain } from '../terms/read-words.ts';
import {
  ATTRIBUTE_WEIGHT,
  COMPOUND_PARTS_WEIGHT,
  MAX_PREFERENCE_BONUS,
  MIN_NAME_WEIGHT,
  NAME_AND_ATTRIBUTE_BONUS,
  NEGATED_WORD_WEIGHT,
  PREFIX_WEIGHT,
  SYNONYM_WEIGHT,
} from '../terms/relevance-weights.ts';
import type { Concept, Target } from '../terms/term-meanings.ts';
import { NEGATED_PREFIX } from '../terms/weigh-words.ts';
import { factWeights, quoteLexeme, toFact, wordWeights } from './lexemes.ts';
import type { TermLookup } from './term-lookup.ts';

/** A text of a `tsquery`, and the weight of the documents that match it. */
interface Alternative {
  readonly query: string;
  readonly weight: number;
}

/** How well documents match a clause, as expressions of a statement on `search_document document`. */
export interface ClauseScore {
  readonly clause: Clause;
  /** 0 if a document does not match. */
  readonly score: SQL;
  /** Bonus for preferred facts, for documents that match this clause or others. */
  readonly preference: SQL | undefined;
  /** Text of a `tsquery` that every match of a requested clause satisfies; undefined if none can match. */
  readonly candidates: string | undefined;
  /** Products with one of the words as their article number. */
  readonly codedIds: readonly number[];
}

/** What the words of a clause are looked up in. */
export interface ClauseContext {
  readonly lookup: TermLookup;
  readonly languageId: number;
  /** Whether the documents are pages; false for products. */
  readonly isOfPages: boolean;
  /** Products by words that may be an article number. */
  readonly codes: ReadonlyMap<string, readonly { readonly productId: number; readonly isWhole: boolean }[]>;
}

const matches = (query: string): SQL => sql`document.terms @@ ${query}::tsquery`;
const joinQueries = (queries: readonly string[], operator: '&' | '|'): string =>
  queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(` ${operator} `)})`;
const anyOf = (alternatives: readonly Alternative[]): string =>
  joinQueries([...new Set(alternatives.map(({ query }) => query))], '|');

/** Returns the letters that weigh at least as much as the one at an index, for a `tsquery`. */
const listLetters = (weights: readonly { readonly letter: string }[], index: number): string =>
  index === weights.length - 1
    ? ''
    : `:${weights
        .slice(0, index + 1)
        .map(({ letter }) => letter)
        .join('')}`;

const listFactAlternatives = (facet: string, value: string, share: number): Alternative[] =>
  factWeights.map(({ weight }, index) => ({
    query: `${quoteLexeme(toFact(facet, value))}${listLetters(factWeights, index)}`,
    weight: weight * share,
  }));

/** Returns the expression of the highest weight among the alternatives that a document matches. */
function createHighestWeight(alternatives: readonly Alternative[], first: readonly SQL[] = []): SQL {
  const byWeight = [...Map.groupBy(alternatives, ({ weight }) => weight)].sort(([a], [b]) => b - a);
  const cases = [
    ...first,
    ...byWeight.map(([weight, some]) => sql`when ${matches(anyOf(some))} then ${weight}::float8`),
  ];
  return cases.length === 0 ? sql`0::float8` : sql`case ${sql.join(cases, sql` `)} else 0::float8 end`;
}

/** Creates the expressions of clauses. Everything it asks of the lookup must be resolved. */
export function createClauseScorer({ lookup, languageId, isOfPages, codes }: ClauseContext) {
  /** Several words form one name: all must match, and the least specific one decides. */
  function listWordAlternatives(run: Clause['words'], factor: number, minWeight: number): Alternative[] {
    const lexemes = run.map((word) => lookup.listLexemes(word, isOfPages));
    if (lexemes.length === 0) return [];
    const createQuery = (index: number, areCompounds: boolean): string =>
      joinQueries(
        lexemes.map(({ stem, compounds }) =>
          joinQueries(
            [stem, ...(areCompounds ? compounds : [])].map(
              (lexeme) => `${quoteLexeme(lexeme)}${listLetters(wordWeights, index)}`,
            ),
            '|',
          ),
        ),
        '&',
      );
    const hasCompounds = lexemes.some(({ compounds }) => compounds.length > 0);
    return wordWeights
      .flatMap(({ weight }, index) => [
        { query: createQuery(index, false), weight: weight * factor },
        ...(hasCompounds
          ? [{ query: createQuery(index, true), weight: weight * factor * COMPOUND_PART_WEIGHT }]
          : []),
      ])
      .filter(({ weight }) => weight > minWeight);
  }

  const listTargetAlternatives = (targets: readonly Target[], share: number): Alternative[] =>
    targets
      .filter(({ facet, value }) => lookup.hasFact(toFact(facet, value), isOfPages))
      .flatMap(({ facet, value, weight }) => listFactAlternatives(facet, value, weight * share));

  function listAlternatives(clause: Clause): {
    all: Alternative[];
    names: Alternative[];
    facts: Alternative[];
  } {
    const facts = listTargetAlternatives(
      clause.concepts.flatMap(({ finds }) => finds),
      ATTRIBUTE_WEIGHT,
    );
    const names = listWordAlternatives(clause.words, 1, facts.length > 0 ? MIN_NAME_WEIGHT : 0);
    const synonyms =
      facts.length > 0
        ? []
        : clause.concepts.flatMap((concept) =>
            lookup.meanings
              .listTerms(languageId, concept)
              .flatMap((term) => listWordAlternatives(term, SYNONYM_WEIGHT, 0)),
          );
    const completions = clause.completions.flatMap((known) =>
      listWordAlternatives(
        [{ typed: known, plain: toPlain(known), separator: '', isNegated: false }],
        PREFIX_WEIGHT,
        0,
      ),
    );
    const sizes = clause.words.flatMap(({ plain }) =>
      /^\d/u.test(plain) && lookup.hasFact(toFact('size', plain), isOfPages)
        ? listFactAlternatives('size', plain, 1)
        : [],
    );
    return {
      all: [...names, ...facts, ...synonyms, ...completions, ...sizes, ...listPartAlternatives(clause)],
      names,
      facts,
    };
  }

  /** A compound matches if all of its parts do: the part that matches least decides. */
  function listPartAlternatives({ parts }: Clause): Alternative[] {
    const alternatives = parts.map((part) => listAlternatives(part).all);
    if (alternatives.length === 0 || alternatives.some(({ length }) => length === 0)) return [];
    const weights = new Set(alternatives.flat().map(({ weight }) => weight));
    return [...weights].flatMap((weight) => {
      const each = alternatives.map((some) => some.filter((known) => known.weight >= weight));
      return each.some(({ length }) => length === 0)
        ? []
        : [{ query: joinQueries(each.map(anyOf), '&'), weight: weight * COMPOUND_PARTS_WEIGHT }];
    });
  }

  function createPreference(concepts: readonly Concept[]): SQL | undefined {
    const bonuses = concepts.flatMap(({ prefers }) =>
      prefers.flatMap(({ facet, value, weight }) =>
        lookup.hasFact(toFact(facet, value), isOfPages)
          ? [createHighestWeight(listFactAlternatives(facet, value, MAX_PREFERENCE_BONUS * weight))]
          : [],
      ),
    );
    return bonuses.length === 0 ? undefined : sql.join(bonuses, sql` + `);
  }

  function scoreRequested(clause: Clause): ClauseScore {
    const { all, names, facts } = listAlternatives(clause);
    const coded = clause.words.flatMap(({ plain }) => codes.get(plain) ?? []);
    const listIds = (isWhole: boolean) =>
      coded.filter((product) => product.isWhole === isWhole).map(({ productId }) => productId);
    const codeCases = [true, false].flatMap((isWhole) => {
      const ids = listIds(isWhole);
      return ids.length === 0
        ? []
        : [sql`when document.entity_id = any(${sql.param(ids)}::int[]) then ${isWhole ? 1 : 0.5}::float8`];
    });
    let score = createHighestWeight(all, codeCases);
    if (names.length > 0 && facts.length > 0) {
      const both = joinQueries([anyOf(names), anyOf(facts)], '&');
      score = sql`${score} + case when ${matches(both)} then ${NAME_AND_ATTRIBUTE_BONUS * ATTRIBUTE_WEIGHT}::float8 else 0 end`;
    }
    if (clause.isQuoted && clause.words.length > 1) {
      const quoted = clause.words.map(({ plain }) => plain).join(' ');
      score = sql`case when position(${quoted}::text in document.plain_name) > 0 then ${score} else 0 end`;
    }
    return {
      clause,
      score,
      preference: createPreference(clause.concepts),
      candidates: all.length === 0 ? undefined : anyOf(all),
      codedIds: coded.map(({ productId }) => productId),
    };
  }

  /** Scores the documents that lack a subject: by the facts that state it, otherwise by recipe and name. */
  function scoreNegated(clause: Clause): ClauseScore {
    const without = clause.concepts.find((concept) => concept.without.length > 0)?.without;
    const facts = (targets: readonly Target[]) =>
      targets.map(({ facet, value }) => quoteLexeme(toFact(facet, value)));
    const finds = clause.concepts.flatMap((concept) => concept.finds);
    const present = [
      ...listWordAlternatives(clause.words, 1, finds.length > 0 ? NEGATED_WORD_WEIGHT : 0).map(
        ({ query }) => query,
      ),
      ...facts(finds),
    ];
    const lacks = without
      ? matches(joinQueries(facts(without), '&'))
      : sql`not (${matches(joinQueries(present, '|'))})`;
    const stated = clause.words.map((word) =>
      quoteLexeme(`${NEGATED_PREFIX}${lookup.listLexemes(word, isOfPages).stem}`),
    );
    return {
      clause,
      score: sql`case when ${lacks} then 0.5 + case when ${matches(joinQueries(stated, '|'))}
        then ${NEGATED_WORD_WEIGHT}::float8 else 0 end else 0 end`,
      preference: undefined,
      candidates: undefined,
      codedIds: [],
    };
  }

  return (clause: Clause): ClauseScore => (clause.isNegated ? scoreNegated(clause) : scoreRequested(clause));
}
