import Type from 'typebox';
import { horseTypes } from '../rules/feed-advice/feed-model.ts';
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
  description: 'Name of the pack’s colour way; the ground behind the picture is its pale tint',
});

/** The feed itself, out of its pack. Its words are the reader's own: the picture has none. */
/** The scoop or measure that a feed is dosed with: its size, and what it holds of this feed when it is level. */
export const Scoop = Type.Object({
  millilitres: Type.Number({ exclusiveMinimum: 0 }),
  grams: Type.Number({ exclusiveMinimum: 0 }),
});
export type Scoop = Type.Static<typeof Scoop>;

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
        description: 'Lowest price of the 30 days before the reduction; null where not reduced',
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
  amountLeft: Nullable(Type.Integer({ description: 'Pieces left, told only where 5 or fewer' })),
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

/** Published ratings of a product, of all sites together. Null where there is none. */
export const ProductRating = Nullable(
  Type.Object({
    average: Type.Number({ minimum: 1, maximum: 5, description: 'One decimal' }),
    count: Type.Integer({ minimum: 1 }),
  }),
);
export type ProductRating = Type.Static<typeof ProductRating>;

/** A product as lists show it: its default variant. */
export const ProductSummary = Type.Object({
  productId: Id,
  productVariantId: Id,
  productType: ProductType,
  key: Type.String(),
  categoryId: Id,
  title: Type.String({ description: 'Name without the brand' }),
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

/** Everything that Regulation (EC) 767/2009 wants shown before the order. Null outside feed. */
export const FeedLabel = Type.Object({
  feedType: Type.Union([
    Type.Literal('complementaryFeed'),
    Type.Literal('mineralFeed'),
    Type.Literal('feedMaterial'),
  ]),
  composition: Type.Array(Type.Object({ name: Type.String(), percent: Type.Number() }), {
    description: 'Descending by weight',
  }),
  constituents: Type.Array(LabelledValue, {
    description: 'Analytical constituents that the law lists, then the voluntary ones',
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

/** What the ration of a grown horse is counted with, as the feed calculator counts it beside hay that is not tested. */
const Ration = Type.Object(
  {
    horses: Type.Array(
      Type.Object({
        key: Type.Enum([...horseTypes]),
        name: Type.String(),
        leastKg: Kilograms,
        mostKg: Kilograms,
        referenceKg: Kilograms,
        typePct: Type.Number({ description: 'Percent of the dose that this type gets' }),
      }),
      { minItems: 1, description: 'That the product is for; the one that most readers mean comes first' },
    ),
    roughagePct: Type.Number({ description: 'Percent of the dose that the roughage leaves of it' }),
    roundToG: Type.Number({ exclusiveMinimum: 0 }),
    starch: Type.Number({ description: 'Percent as fed' }),
    limits: Type.Object({
      mealGPer100Kg: Type.Number(),
      starchMealGPer100Kg: Type.Number(),
      starchDayGPer100Kg: Type.Number(),
    }),
  },
  { description: 'Null for doses by stage of life, and where the shop gives no advice' },
);

/** Daily dose table, grams per 100 kg body weight and day; `level` is a work level or a life stage. */
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
              'Of a stage of life: body weights that the dose may be counted for, and a fitting one to begin with',
          },
        ),
      ),
    }),
    { description: 'From rest to heavy work, or in the order of life' },
  ),
  scoop: Nullable(Scoop),
  gramsPerLitre: Nullable(
    Type.Number({ description: 'Powder in a litre of the milk that is made of it; null for other feed' }),
  ),
  maxServingsPerWeek: Nullable(Type.Integer()),
  ration: Nullable(Ration),
});
export type Dosage = Type.Static<typeof Dosage>;

export const Breadcrumb = Type.Object({ title: Type.String(), url: Url });
export type Breadcrumb = Type.Static<typeof Breadcrumb>;

const Facts = Type.Array(Type.Object({ key: Type.String(), values: Type.Array(Type.String()) }), {
  description: 'Facets in words: horseTypes, ageGroups, applications, labour, ingredientFlags',
});

/** A product as the comparison shows it: its default variant, with what tells feeds apart. */
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
    description: 'Where this variant is sold out: what comes nearest to it and is in stock, nearest first',
  }),
  rating: ProductRating,
  isNew: Type.Boolean(),
  isSale: Type.Boolean(),
});
export type ProductDetail = Type.Static<typeof ProductDetail>;

/** Sizes that a list page may have. */
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
    description: 'Hits where this value is chosen too, all other facets as they are',
  }),
});
export type FacetOption = Type.Static<typeof FacetOption>;

/** A facet as the list offers it. What is chosen stands in the request; a chosen value is always among the options. */
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
 * Which products are wanted, and how they are sorted. What is left out counts as null. The scope is the category, the landing page or the advice category; at most one of them is given. An unknown
 * facet value or a reversed range is 400 `validation_failed`; another site's category or landing page is 404.
 */
export const ProductSearchRequest = Type.Object({
  filter: Type.Object({
    searchTerm: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    /** The category whose list this is; narrower than a product group, which is one of the filters. */
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

/** A list by one facet that has a title, a text and an address of its own. */
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

/** A page that a term leads to, beside the products: a category, a landing page, an article, or a page about the shop. */
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
  facets: Type.Array(Facet, { description: 'Those that divide the hits, and those that are chosen' }),
  correctedTerm: Nullable(
    Type.String({
      description: 'The term with its mistyped words put right; the items are its hits. Null where none was',
    }),
  ),
  leftOutWords: Type.Array(Type.String(), {
    description:
      'Words of the term, as typed, that nothing was found with together with the others: the items do without them',
  }),
  pages: Type.Array(FoundPage, {
    maxItems: 6,
    description: 'What the term leads to beside products, best first',
  }),
  category: Nullable(CategoryInfo),
  landingPage: Nullable(LandingPageInfo),
});
export type ProductSearchAnswer = Type.Static<typeof ProductSearchAnswer>;

/** What a term that is being typed may become: at most 5 products, 4 terms, 3 categories and 3 articles. */
export const ProductSuggestions = Type.Object({
  correctedTerm: Nullable(Type.String()),
  terms: Type.Array(Type.String(), {
    description: 'Terms that begin so; where nothing was typed, those that the shop is often asked for',
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
    summary: 'Products of a category or for a term, sorted and paged',
    needs: 'open',
    isIdempotent: true,
    body: ProductSearchRequest,
    answer: ProductSearchAnswer,
    refusals: ['not_found'],
  },
  suggestProducts: {
    summary:
      'What a term that is being typed may become: products, categories and articles; of none, terms that others look for',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({ term: Type.String({ maxLength: 200 }) }),
    answer: ProductSuggestions,
    refusals: ['not_found'],
  },
  fetchProduct: {
    summary: 'One product, seen from one of its variants',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ productVariantId: Id }),
    answer: ProductDetail,
    refusals: ['not_found'],
  },
  fetchProducts: {
    summary:
      'At most 4 products side by side, by productId, in the order asked; 404 where the site sells none of them',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({
      ids: Type.String({ pattern: '^\\d{1,9}(,\\d{1,9}){0,3}$', description: 'Comma-separated productIds' }),
    }),
    answer: Type.Array(ComparedProduct),
    refusals: ['not_found'],
  },
  fetchRelatedProducts: {
    summary: 'Products that go well with this one',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ productVariantId: Id }),
    answer: Type.Array(ProductSummary),
    refusals: ['not_found'],
  },
} as const satisfies ContractsOf<typeof productPaths>;
