import Type from 'typebox';
import { SLUG_PATTERN } from '../rules/slug-pattern.ts';
import { Nullable } from './primitives.ts';

export const SortKey = Type.Union([
  Type.Literal('relevance'),
  Type.Literal('popularity'),
  Type.Literal('price'),
  Type.Literal('price-per-kg'),
  Type.Literal('rating'),
  Type.Literal('newest'),
  Type.Literal('name'),
]);
export type SortKey = Type.Static<typeof SortKey>;

/**
 * Facets that accept several values. Several values of one facet widen the list, several facets narrow it.
 */
export const MultiSelectFacetKey = Type.Union([
  Type.Literal('product-group'),
  Type.Literal('horse-type'),
  Type.Literal('age-group'),
  Type.Literal('application'),
  Type.Literal('ingredient'),
  Type.Literal('labour'),
  Type.Literal('package'),
  Type.Literal('weight-class'),
]);
export type MultiSelectFacetKey = Type.Static<typeof MultiSelectFacetKey>;

/** Facets that accept one value: 'yes'. */
export const SingleSelectFacetKey = Type.Union([Type.Literal('sale'), Type.Literal('new')]);
export type SingleSelectFacetKey = Type.Static<typeof SingleSelectFacetKey>;

export const FacetValueKey = Type.String({ pattern: SLUG_PATTERN, maxLength: 60 });
/** Maximum of starch and sugar together: percent as fed, in whole steps. */
export const Percentage = Type.Number({ minimum: 0, maximum: 100 });
/** Euro incl. VAT with at most two decimals, as typed by visitors. */
export const Euro = Type.Number({ minimum: 0, maximum: 100_000 });

/**
 * Selection of one facet. `discriminator` says which type of value it holds; a facet occurs once per request.
 */
export const FacetFilter = Type.Union([
  Type.Object({
    discriminator: Type.Literal('multiSelect'),
    facetKey: MultiSelectFacetKey,
    selectedKeys: Type.Array(FacetValueKey, { minItems: 1, maxItems: 30, uniqueItems: true }),
  }),
  Type.Object({
    discriminator: Type.Literal('singleSelect'),
    facetKey: SingleSelectFacetKey,
    selectedKey: FacetValueKey,
  }),
  Type.Object({
    discriminator: Type.Literal('slider'),
    facetKey: Type.Literal('starch-sugar-max'),
    selectedValue: Percentage,
  }),
  Type.Object({
    discriminator: Type.Literal('rangeSlider'),
    facetKey: Type.Literal('price'),
    selectedMinValue: Nullable(Euro),
    selectedMaxValue: Nullable(Euro),
  }),
]);
export type FacetFilter = Type.Static<typeof FacetFilter>;
