import Type from 'typebox';
import { horseTypes } from '../rules/feed-advice/feed-model.ts';
import { MAX_SEARCH_TERM_LENGTH } from '../rules/search-term-length.ts';
import type { ContractsOf } from './call-contract.ts';
import { SafetyInformation } from './legal.ts';
import {
  Euro,
  FacetFilter,
  FacetValueKey,
  MultiSelectFacetKey,
  Percentage,
  SingleSelectFacetKey,
  SortKey,
} from './list-choices.ts';
import type { productPaths } from './paths/products.ts';
import { Cents, Id, IsoDate, Nullable, Picture, PictureHash, Url } from './primitives.ts';
import { UnitPriceBasis } from './sites.ts';

/** 1 Simple, 2 Feed, 3 Merchandise, 4 Rqs, 5 Qs. */
export const ProductType = Type.Union([
  Type.Literal(1),
  Type.Literal(2),
  Type.Literal(3),
  Type.Literal(4),
  Type.Literal(5),
]);
export type ProductType = Type.Static<typeof ProductType>;

export const ColourWay = Type.String({
  pattern: '^[a-z]+$',
  description: 'Name of the colour way of the pack; the background of the picture is its pale tint',
});

/** Scoop or measure for a feed: its size, and the weight of this feed in a level scoop. */
export const Scoop = Type.Object({
  millilitres: Type.Number({ exclusiveMinimum: 0 }),
  grams: Type.Number({ exclusiveMinimum: 0 }),
});
export type Scoop = Type.Static<typeof Scoop>;

/** Picture of the feed itself, outside its pack, with its scoop. It contains no text. */
export const FeedPicture = Type.Object({
  hash: PictureHash,
  width: Picture.properties.width,
  height: Picture.properties.height,
  scoop: Nullable(Scoop),
});
export type FeedPicture = Type.Static<typeof FeedPicture>;

export const VatType = Type.Union([Type.Literal('high'), Type.Literal('low'), Type.Literal('none')]);

/** Price of one piece. All amounts are euro cents; incl. = round half up (excl. × (1 + rate)). */
export const Price = Type.Object({
  vatType: VatType,
  vatRatePercentage: Type.Number(),
  amountExclVat: Cents,
  amountInclVat: Cents,
  formerAmountInclVat: Nullable(
    Type.Intersect([
      Cents,
      Type.Unknown({
        description: 'Lowest price of the 30 days before the reduction; null if not reduced',
      }),
    ]),
  ),
  discountPercentage: Nullable(Type.Integer({ minimum: 1, maximum: 99 })),
  unitPrices: Type.Array(Type.Object({ basis: UnitPriceBasis, amountInclVat: Cents }), {
    description: "Only the bases that the site's law and settings allow",
  }),
});
export type Price = Type.Static<typeof Price>;

export const Stock = Type.Object({
  isAvailable: Type.Boolean(),
  amountLeft: Nullable(Type.Integer({ description: 'Pieces left, only if there are 5 or fewer' })),
  deliveryTimeDays: Nullable(Type.String({ description: "Working days, for example '1-2'" })),
});
export type Stock = Type.Static<typeof Stock>;

export const Packaging = Type.Union([
  Type.Literal('bag'),
  Type.Literal('bucket'),
  Type.Literal('bottle'),
  Type.Literal('canister'),
  Type.Literal('box'),
  Type.Literal('piece'),
  Type.Literal('kit'),
  Type.Literal('digital'),
]);
export type Packaging = Type.Static<typeof Packaging>;

export const Content = Type.Object({
  value: Type.Number(),
  unit: Type.Union([
    Type.Literal('kg'),
    Type.Literal('g'),
    Type.Literal('l'),
    Type.Literal('ml'),
    Type.Literal('piece'),
  ]),
});
export type Content = Type.Static<typeof Content>;

/** Published ratings of a product, across all sites. Null if there is none. */
export const ProductRating = Nullable(
  Type.Object({
    average: Type.Number({ minimum: 1, maximum: 5, description: 'Rounded to one decimal' }),
    count: Type.Integer({ minimum: 1 }),
  }),
);
export type ProductRating = Type.Static<typeof ProductRating>;

/** A product as shown in lists: its default variant. */
export const ProductSummary = Type.Object({
  productId: Id,
  productVariantId: Id,
  productType: ProductType,
  key: Type.String(),
  categoryId: Id,
  title: Type.String({ description: 'Product name without the brand' }),
  claim: Type.String(),
  url: Url,
  picture: Picture,
  colourWay: ColourWay,
  packaging: Packaging,
  packagingName: Type.String(),
  content: Content,
  price: Price,
  stock: Stock,
  rating: ProductRating,
  isNew: Type.Boolean(),
  isSale: Type.Boolean(),
  variantCount: Type.Integer({ minimum: 1 }),
});
export type ProductSummary = Type.Static<typeof ProductSummary>;

export const ProductVariant = Type.Object({
  productVariantId: Id,
  articleNumber: Type.String(),
  ean: Type.String(),
  url: Url,
  isDefault: Type.Boolean(),
  picture: Picture,
  packaging: Packaging,
  packagingName: Type.String(),
  content: Content,
  netWeightGrams: Nullable(Type.Integer()),
  grossWeightGrams: Type.Integer(),
  dimensionsCm: Nullable(Type.Array(Type.Number())),
  colour: Nullable(Type.String()),
  palletQuantity: Nullable(Type.Integer()),
  price: Price,
  priceValidUntil: Nullable(IsoDate),
  stock: Stock,
});
export type ProductVariant = Type.Static<typeof ProductVariant>;

const LabelledValue = Type.Object({
  key: Type.String(),
  name: Type.String(),
  value: Type.Number(),
  unit: Type.Union([Type.Literal('%'), Type.Literal('MJ/kg'), Type.Literal('/kg')]),
});

/**
 * Information that Regulation (EC) 767/2009 requires before the order. Null for products that are not feed.
 */
export const FeedLabel = Type.Object({
  feedType: Type.Union([
    Type.Literal('complementaryFeed'),
    Type.Literal('mineralFeed'),
    Type.Literal('feedMaterial'),
  ]),
  composition: Type.Array(Type.Object({ name: Type.String(), percent: Type.Number() }), {
    description: 'Components by weight, descending',
  }),
  constituents: Type.Array(LabelledValue, {
    description: 'Analytical constituents required by law, followed by voluntary ones',
  }),
  additives: Type.Array(
    Type.Object({
      name: Type.String(),
      idNumber: Type.String(),
      amount: Type.Number(),
      unit: Type.String(),
      group: Type.String({ description: 'Key of the functional group: vitamin, traceElement, …' }),
    }),
  ),
  directions: Type.String(),
});
export type FeedLabel = Type.Static<typeof FeedLabel>;

const Kilograms = Type.Integer({ minimum: 1 });

/** Parameters for the ration of an adult horse. The feed calculator uses them with untested hay. */
const Ration = Type.Object(
  {
    horses: Type.Array(
      Type.Object({
        key: Type.Enum([...horseTypes]),
        name: Type.String(),
        leastKg: Kilograms,
        mostKg: Kilograms,
        referenceKg: Kilograms,
        typePct: Type.Number({ description: 'Percentage of the dose for this type' }),
      }),
      { minItems: 1, description: 'Horse types that the product is for; the most common one first' },
    ),
    roughagePct: Type.Number({ description: 'Percentage of the dose that remains with this roughage' }),
    roundToG: Type.Number({ exclusiveMinimum: 0 }),
    starch: Type.Number({ description: 'Percent as fed' }),
    limits: Type.Object({
      mealGPer100Kg: Type.Number(),
      starchMealGPer100Kg: Type.Number(),
      starchDayGPer100Kg: Type.Number(),
    }),
  },
  { description: 'Null for dosage by stage of life, and if the shop gives no advice' },
);

/** Daily dosage table in grams per 100 kg body weight and day; `level` is a work level or a life stage. */
export const Dosage = Type.Object({
  mode: Type.Union([Type.Literal('byWork'), Type.Literal('fixed'), Type.Literal('byStage')]),
  feedsPerDay: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      level: Type.String(),
      gramsPer100Kg: Type.Number(),
      feedsPerDay: Type.Integer({ minimum: 1 }),
      weights: Nullable(
        Type.Object(
          { leastKg: Kilograms, mostKg: Kilograms, firstKg: Kilograms },
          {
            description:
              'For a stage of life: body weights that the dose applies to, and a suitable initial one',
          },
        ),
      ),
    }),
    { description: 'From rest to heavy work, or by age' },
  ),
  scoop: Nullable(Scoop),
  gramsPerLitre: Nullable(
    Type.Number({ description: 'Grams of powder per litre of milk; null for other feed' }),
  ),
  maxServingsPerWeek: Nullable(Type.Integer()),
  ration: Nullable(Ration),
});
export type Dosage = Type.Static<typeof Dosage>;

export const Breadcrumb = Type.Object({ title: Type.String(), url: Url });
export type Breadcrumb = Type.Static<typeof Breadcrumb>;

const Facts = Type.Array(Type.Object({ key: Type.String(), values: Type.Array(Type.String()) }), {
  description: 'Facet labels: horseTypes, ageGroups, applications, labour, ingredientFlags',
});

/** A product as shown in the comparison: its default variant, with the properties in which feeds differ. */
export const ComparedProduct = Type.Object({
  ...ProductSummary.properties,
  netWeightGrams: Nullable(Type.Integer()),
  facts: Facts,
  constituents: FeedLabel.properties.constituents,
  dosage: Nullable(Dosage),
});
export type ComparedProduct = Type.Static<typeof ComparedProduct>;

export const ProductDetail = Type.Object({
  productId: Id,
  productVariantId: Id,
  productType: ProductType,
  key: Type.String(),
  categoryId: Id,
  title: Type.String(),
  claim: Type.String(),
  description: Type.String(),
  benefits: Type.Array(Type.String()),
  brandName: Type.String(),
  colourWay: ColourWay,
  pictures: Type.Array(Picture, { minItems: 1 }),
  feedPicture: Nullable(FeedPicture),
  breadcrumbs: Type.Array(Breadcrumb),
  variants: Type.Array(ProductVariant, { minItems: 1 }),
  facts: Facts,
  feedLabel: Nullable(FeedLabel),
  directions: Nullable(Type.String()),
  dosage: Nullable(Dosage),
  safety: Nullable(SafetyInformation),
  shelfLifeMonths: Nullable(Type.Integer()),
  shelfLifeAfterOpeningMonths: Nullable(Type.Integer()),
  isSiloAvailable: Type.Boolean(),
  alternatives: Type.Array(ProductSummary, {
    maxItems: 3,
    description: 'If this variant is sold out: the most similar products in stock, most similar first',
  }),
  rating: ProductRating,
  isNew: Type.Boolean(),
  isSale: Type.Boolean(),
});
export type ProductDetail = Type.Static<typeof ProductDetail>;

/** Page sizes of a list. */
const PageSize = Type.Union([Type.Literal(24), Type.Literal(48), Type.Literal(72), Type.Literal(96)]);

export const Paging = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 10_000 }),
  pageSize: PageSize,
  descending: Type.Boolean(),
  sort: SortKey,
});
export type Paging = Type.Static<typeof Paging>;

const FacetOption = Type.Object({
  key: FacetValueKey,
  title: Type.String(),
  count: Type.Integer({
    minimum: 0,
    description: 'Number of hits if this value is selected in addition, with all other facets unchanged',
  }),
});
export type FacetOption = Type.Static<typeof FacetOption>;

/**
 * A facet with its options. The selection is in the request; a selected value is always among the options.
 */
export const Facet = Type.Union([
  Type.Object({
    discriminator: Type.Literal('multiSelect'),
    facetKey: MultiSelectFacetKey,
    options: Type.Array(FacetOption),
  }),
  Type.Object({
    discriminator: Type.Literal('singleSelect'),
    facetKey: SingleSelectFacetKey,
    options: Type.Array(FacetOption),
  }),
  Type.Object({
    discriminator: Type.Literal('slider'),
    facetKey: Type.Literal('starch-sugar-max'),
    minValue: Percentage,
    maxValue: Percentage,
  }),
  Type.Object({
    discriminator: Type.Literal('rangeSlider'),
    facetKey: Type.Literal('price'),
    minValue: Euro,
    maxValue: Euro,
  }),
]);
export type Facet = Type.Static<typeof Facet>;

/**
 * Filters and order of a product search. Omitted values count as null. The scope is at most one of the
 * category, the landing page and the advice category. An unknown facet value or a reversed range is rejected
 * with 400 `validation_failed`, a category or landing page of another site with 404.
 */
export const ProductSearchRequest = Type.Object({
  filter: Type.Object({
    searchTerm: Type.Optional(Nullable(Type.String({ maxLength: MAX_SEARCH_TERM_LENGTH }))),
    /** Category of the list. It is narrower than a product group, which is one of the filters. */
    categoryId: Type.Optional(Nullable(Id)),
    filters: Type.Array(FacetFilter, { maxItems: 12 }),
  }),
  pageInfo: Paging,
  landingpageId: Type.Optional(Nullable(Id)),
  adviceCategoryId: Type.Optional(Nullable(Id)),
});
export type ProductSearchRequest = Type.Static<typeof ProductSearchRequest>;

export const CategoryInfo = Type.Object({
  categoryId: Id,
  key: Type.String(),
  title: Type.String(),
  intro: Type.String(),
  metaDescription: Type.String(),
  url: Url,
  breadcrumbs: Type.Array(Breadcrumb),
  children: Type.Array(
    Type.Object({ categoryId: Id, title: Type.String(), url: Url, productCount: Type.Integer() }),
  ),
});
export type CategoryInfo = Type.Static<typeof CategoryInfo>;

/** A list filtered by one facet, with its own title, text and URL. */
export const LandingPageInfo = Type.Object({
  landingpageId: Id,
  key: Type.String(),
  title: Type.String(),
  intro: Type.String(),
  metaDescription: Type.String(),
  url: Url,
  breadcrumbs: Type.Array(Breadcrumb),
});
export type LandingPageInfo = Type.Static<typeof LandingPageInfo>;

/**
 * A page that matches a search term, in addition to products: a category, a landing page, an article, or a
 * page about the shop.
 */
export const FoundPage = Type.Object({
  kind: Type.Union([
    Type.Literal('category'),
    Type.Literal('landing'),
    Type.Literal('article'),
    Type.Literal('page'),
  ]),
  key: Type.String(),
  title: Type.String(),
  summary: Nullable(Type.String()),
  url: Url,
});
export type FoundPage = Type.Static<typeof FoundPage>;

export const ProductSearchAnswer = Type.Object({
  items: Type.Array(ProductSummary),
  total: Type.Integer({ minimum: 0 }),
  paging: Paging,
  sortOptions: Type.Array(SortKey),
  facets: Type.Array(Facet, { description: 'Facets that divide the hits, and selected ones' }),
  correctedTerm: Nullable(
    Type.String({
      description: 'The corrected search term, whose hits are listed; null if nothing was corrected',
    }),
  ),
  leftOutWords: Type.Array(Type.String(), {
    description: 'Typed words without hits in combination with the others; the items are found without them',
  }),
  pages: Type.Array(FoundPage, {
    maxItems: 6,
    description: 'Pages that match the term, best first',
  }),
  category: Nullable(CategoryInfo),
  landingPage: Nullable(LandingPageInfo),
});
export type ProductSearchAnswer = Type.Static<typeof ProductSearchAnswer>;

/**
 * Suggestions for a search term that is being typed: at most 5 products, 4 terms, 3 categories and 3
 * articles.
 */
export const ProductSuggestions = Type.Object({
  correctedTerm: Nullable(Type.String()),
  terms: Type.Array(Type.String(), {
    description: 'Terms with that prefix; without input, frequent terms',
  }),
  products: Type.Array(
    Type.Object({
      productVariantId: Id,
      title: Type.String(),
      url: Url,
      picture: Picture,
      colourWay: ColourWay,
      packagingName: Type.String(),
      content: Content,
      amountInclVat: Cents,
    }),
  ),
  categories: Type.Array(Type.Object({ title: Type.String(), url: Url })),
  articles: Type.Array(Type.Object({ title: Type.String(), url: Url }), {
    description: 'Articles, landing pages and pages about the shop',
  }),
});
export type ProductSuggestions = Type.Static<typeof ProductSuggestions>;

export const productCalls = {
  searchProducts: {
    summary: 'Lists products of a category or for a search term, sorted and paged',
    needs: 'open',
    isIdempotent: true,
    body: ProductSearchRequest,
    answer: ProductSearchAnswer,
    refusals: ['not_found'],
  },
  suggestProducts: {
    summary:
      'Suggests products, categories and articles for a search term that is being typed; without input, frequent terms',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({ term: Type.String({ maxLength: MAX_SEARCH_TERM_LENGTH }) }),
    answer: ProductSuggestions,
    refusals: ['not_found'],
  },
  fetchProduct: {
    summary: 'Returns a product by one of its variants',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ productVariantId: Id }),
    answer: ProductDetail,
    refusals: ['not_found'],
  },
  fetchProducts: {
    summary:
      'Returns at most 4 products for a comparison, in the order of the given productIds; 404 if the site sells none of them',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({
      ids: Type.String({ pattern: '^\\d{1,9}(,\\d{1,9}){0,3}$', description: 'Comma-separated productIds' }),
    }),
    answer: Type.Array(ComparedProduct),
    refusals: ['not_found'],
  },
  fetchRelatedProducts: {
    summary: 'Lists products that go well with this one',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ productVariantId: Id }),
    answer: Type.Array(ProductSummary),
    refusals: ['not_found'],
  },
} as const satisfies ContractsOf<typeof productPaths>;
