import type { ProductDose } from '../../../shared/rules/feed-advice/feed-model.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { normalizeWord } from '../../../shared/rules/typing-errors.ts';
import { parseMarkdown } from '../core/markdown/markdown-blocks.ts';
import type { TablesOfOrigin } from '../schema/table-origins.ts';
import { createCountryVat } from '../shop-store/country-vat.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import {
  findContentText,
  getFacetValuesOfProduct,
  getSitePageIds,
  isContentOnSite,
  listAncestors,
  listCategoriesOfSite,
  listContent,
  listProductsOfSite,
  toCents,
} from '../shop-store/shop-content.ts';
import type { ProductRow, SiteRow } from '../shop-store/shop-file-schemas.ts';
import { getCategoryScene, getContentScene } from './category-and-content-scenes.ts';
import { createFeedAdviceRows } from './feed-advice-rows.ts';
import { createLegalRows } from './legal-details.ts';
import { createMenuRows, getSitePartIds } from './menu-rows.ts';
import {
  DRAWING_SIZE,
  getColourScheme,
  getDrawingOptions,
  getFeedDrawingOptions,
  hashDrawing,
  type Packshots,
} from './pack-drawing.ts';
import { createLocationRows } from './pickup-points-and-dealers.ts';
import { createCandidateFinder, listRelatedContent, listRelatedProducts } from './related-items.ts';
import type { InsertRow, UsedLanguage } from './row-types.ts';

/** Tables whose rows are created while they are written, so that they are never all in memory. */
type LargeTable =
  | 'product'
  | 'categoryProduct'
  | 'productTranslation'
  | 'siteProduct'
  | 'productVariant'
  | 'productFacet'
  | 'productRelation';

/** Rows of every table that is derived from the files only. */
export type ShopRows = {
  readonly [T in TablesOfOrigin<'files'>]: T extends LargeTable
    ? Iterable<InsertRow<T>>
    : readonly InsertRow<T>[];
} & {
  /** Rows of `picture` that products refer to. */
  readonly feedPicture: Iterable<InsertRow<'picture'>>;
  /** Rows with the drawing options that `picture` stores, so that they are created and hashed once. */
  readonly variantPicture: Iterable<InsertRow<'variantPicture'> & Pick<InsertRow<'picture'>, 'options'>>;
  /**
   * Facet values in use, in the order of the vocabularies. The database assigns each new one a bit in the
   * masks.
   */
  readonly facetValue: readonly Pick<InsertRow<'facetValue'>, 'facet' | 'value'>[];
};

export interface ShopRowsContext {
  readonly now: Date;
  readonly packshots: Packshots;
}

const FEED_TYPES = {
  'complementary feed': 'complementaryFeed',
  'mineral feed': 'mineralFeed',
  'feed material': 'feedMaterial',
} as const;

/** Converts the validated files of a shop into rows. */
export function createShopRows(files: ShopFiles, context: ShopRowsContext): ShopRows {
  const used = files.languages.flatMap((language): UsedLanguage[] => {
    const texts = files.texts.get(language.code);
    return texts ? [{ ...language, texts }] : [];
  });
  return {
    ...createSiteRows(files, used),
    ...createCategoryRows(files, used, context),
    ...createProductRows(files, used, context),
    feedPicture: createLazily(() => createFeedPictures(files, context)),
    variantPicture: createLazily(() => createPictures(files, used, context)),
    ...createContentRows(files, used, context),
    ...createMenuRows(files, used),
    ...createLocationRows(files),
    ...createFeedAdviceRows(files),
    ...createLegalRows(files),
  };
}

function createSiteRows(files: ShopFiles, used: readonly UsedLanguage[]) {
  const { sites, countries, languages, paymentMethods } = files;
  return {
    language: languages.map(({ languageId, code, culture, localizedName, aliases }) => ({
      languageId,
      code,
      culture,
      localizedName,
      aliases,
    })),
    country: countries.map((row) => {
      const { countryId, regionCode, name, currency, isEuMember, deliveryTimeDays } = row;
      const { postcode, phone, vatNumber } = row;
      return {
        countryId,
        regionCode,
        name: name.en ?? regionCode,
        currencyCode: currency,
        isEuMember,
        deliveryTimeDays: deliveryTimeDays ?? null,
        rules: {
          postcode: { regex: postcode.regex, example: postcode.example, format: postcode.format },
          phone: { prefix: phone.prefix, regex: phone.regex },
          vatNumber: { regex: vatNumber.regex, example: vatNumber.example },
        },
        vat: createCountryVat(row),
      };
    }),
    countryTranslation: countries.flatMap(({ countryId, name }) =>
      languages.flatMap(({ languageId, code }) => {
        const translated = name[code];
        return translated === undefined ? [] : [{ countryId, languageId, name: translated }];
      }),
    ),
    paymentMethod: paymentMethods.map(
      ({ paymentMethodId, key, name, needsIssuer, needsCard, needsGiftCard }) => ({
        paymentMethodId,
        key,
        name,
        needsIssuer,
        needsCard,
        needsGiftCard,
      }),
    ),
    site: sites.map((site) => ({
      siteId: site.siteId,
      key: site.key,
      name: site.name,
      type: site.type,
      brand: site.brand,
      countryId: site.countryId,
      domain: site.domain,
      fallbackLanguageId: site.fallbackLanguageId,
      ...getSitePageIds(site),
      ...getSitePartIds(site),
      socialMedia: site.socialMedia,
      customerServicePhone: site.customerServicePhone,
      customerServiceEmailAddress: site.customerServiceEmailAddress,
      openingHours: site.openingHours,
      currency: site.currency,
      paymentProviderConfigurationId: site.paymentProviderConfigurationId,
      botCheckSiteKey: site.botCheckSiteKey,
      gtmContainerId: site.gtmContainerId,
      mapsKey: site.mapsKey,
      clientApiEndpoint: site.clientApiEndpoint,
      autoRedirectIfNotInSameCountry: site.autoRedirectIfNotInSameCountry,
      enableRqs: site.enableRqs,
      enableStockReminderFeature: site.enableStockReminderFeature,
      vatPercentageHigh: site.vatPercentageHigh,
      vatPercentageLow: site.vatPercentageLow,
      retiredAt: null,
    })),
    siteLanguage: sites.flatMap((site) =>
      site.languages.map(({ languageId, domain, localizedName }, position) => ({
        siteId: site.siteId,
        languageId,
        domain,
        localizedName,
        position,
        ...getSiteTexts(used, languageId),
      })),
    ),
    siteSetting: sites.map((site) => ({
      siteId: site.siteId,
      currencyCode: site.currencyCode,
      indicativeRatePerEur: site.indicativeRatePerEur,
      currencyConversionDisclaimer: site.currencyConversionDisclaimer,
      unitPriceBases: site.unitPriceBases,
      freeShippingFromInclVat:
        site.freeShippingFromInclVat === null ? null : toCents(site.freeShippingFromInclVat),
      silo: site.silo,
      legalEntity: getLegalEntity(site),
      vatTypeByClass: site.vatTypeByClass,
    })),
    siteDeliveryCountry: sites.flatMap(({ siteId, deliveryCountryIds }) =>
      deliveryCountryIds.map((countryId, position) => ({ siteId, countryId, position })),
    ),
    siteShippingMethod: sites.flatMap((site) =>
      listShippingMethods(site).map((method, position) => ({ siteId: site.siteId, ...method, position })),
    ),
    sitePaymentMethod: sites.flatMap((site) =>
      site.paymentMethodIds.map((paymentMethodId, position) => ({
        siteId: site.siteId,
        paymentMethodId,
        position,
        costInclVat: getPaymentCosts(site, paymentMethodId),
      })),
    ),
  };
}

const getPaymentCosts = ({ paymentCosts = [] }: SiteRow, paymentMethodId: number): number =>
  toCents(paymentCosts.find((row) => row.paymentMethodId === paymentMethodId)?.costInclVat ?? 0);

const listShippingMethods = ({ shippingMethods }: SiteRow) =>
  shippingMethods.map(({ shippingMethod, priceInclVat }) => ({
    shippingMethod,
    priceInclVat: toCents(priceInclVat),
  }));

function getSiteTexts(used: readonly UsedLanguage[], languageId: number) {
  const texts = used.find((language) => language.languageId === languageId)?.texts.site;
  return {
    customerServiceTitle: texts?.customerServiceTitle ?? null,
    customerServiceTextBottom: texts?.customerServiceTextBottom ?? null,
    dealerPageTitle: texts?.dealerPageTitle ?? null,
  };
}

function getLegalEntity({ legalEntity }: SiteRow) {
  const { name, address, registerNumber, vatNumber, representative, feedApprovalNumber } = legalEntity;
  const { street, zipcode, city, regionCode } = address;
  return {
    name,
    street,
    zipcode,
    city,
    regionCode,
    registerNumber,
    vatNumber,
    representative,
    feedApprovalNumber,
  };
}

function createCategoryRows(files: ShopFiles, used: readonly UsedLanguage[], { now }: ShopRowsContext) {
  const { categories, sites } = files;
  // Sorted parents first, because categories refer to their parents.
  const ordered = categories
    .map((category, position) => ({ category, position }))
    .sort((a, b) => Number(a.category.parentId !== null) - Number(b.category.parentId !== null));
  return {
    category: ordered.map(({ category: { id, key, parentId }, position }) => ({
      categoryId: id,
      key,
      parentId,
      position,
      scene: getCategoryScene(key, categories.find((parent) => parent.id === parentId)?.key ?? null),
    })),
    categoryTranslation: categories.flatMap(({ id, key }) =>
      used.flatMap(({ languageId, texts }) => {
        const text = texts.categories[key];
        if (!text) return [];
        const { name, intro, metaDescription, urlSlug } = text;
        return [{ categoryId: id, languageId, name, intro, metaDescription, slug: urlSlug, modifiedAt: now }];
      }),
    ),
    siteCategory: sites.flatMap((site) =>
      listCategoriesOfSite(categories, site).map(({ id }) => ({ siteId: site.siteId, categoryId: id })),
    ),
  };
}

function createProductRows(files: ShopFiles, used: readonly UsedLanguage[], context: ShopRowsContext) {
  const { products, articles, categories, sites } = files;
  return {
    product: mapLazily(products, (product, position) => ({
      productId: product.id,
      key: product.key,
      productType: product.productType,
      kind: product.kind,
      categoryId: product.categoryId,
      colourWay: getColourScheme(context.packshots, product),
      vatClass: product.vatClass,
      feedType: product.feedType === null ? null : FEED_TYPES[product.feedType],
      composition: product.composition.map(({ material, percent }) => ({ material, percent })),
      analytical: product.analytical,
      additives: product.additives,
      feedAdvice: product.feedAdvice as ProductDose,
      shelfLifeMonths: product.shelfLifeMonths,
      shelfLifeAfterOpeningMonths: product.shelfLifeAfterOpeningMonths,
      isNew: product.isNew,
      isSilo: product.silo,
      position,
      feedPictureHash: createFeedDrawing(product, context)?.hash ?? null,
    })),
    categoryProduct: createLazily(function* () {
      for (const product of products) {
        const category = categories.find(({ id }) => id === product.categoryId);
        const all = category ? listAncestors(categories, category) : [];
        for (const { id } of all) yield { categoryId: id, productId: product.id };
      }
    }),
    productTranslation: createLazily(function* () {
      for (const language of used) yield* createProductTexts(files, language, context);
    }),
    siteProduct: createLazily(function* () {
      for (const site of sites) {
        for (const { id } of listProductsOfSite(files, site)) yield { siteId: site.siteId, productId: id };
      }
    }),
    productVariant: createLazily(function* () {
      for (const product of products) {
        for (const [position, variant] of product.variants.entries()) {
          yield {
            productVariantId: variant.id,
            productId: product.id,
            articleNumber: variant.articleNumber,
            ean: variant.ean,
            packaging: variant.packaging,
            contentValue: variant.content.value,
            contentUnit: variant.content.unit === 'L' ? ('l' as const) : variant.content.unit,
            netWeightGrams: variant.netWeightG,
            grossWeightGrams: Math.round(variant.grossWeightKg * 1000),
            dimensionsCm: variant.dimensionsCm,
            colour: variant.colour,
            palletQuantity: variant.palletQuantity,
            deliveryTimeDays: variant.deliveryTimeDays,
            isDefault: variant.isDefault,
            isListed: true,
            position,
          };
        }
      }
    }),
    productFacet: createLazily(function* () {
      for (const product of products) {
        for (const [facet, values] of Object.entries(getFacetValuesOfProduct(product))) {
          for (const [position, value] of values.entries()) {
            yield { productId: product.id, facet, value, position };
          }
        }
      }
    }),
    facetValue: listFacetValues(files, used),
    searchSynonym: used.flatMap(({ languageId, code }) =>
      Object.entries(files.synonyms.get(code) ?? {}).flatMap(([groupKey, terms]) =>
        [...new Set(terms.map(normalizeWord))].map((term, position) => ({
          languageId,
          groupKey,
          term,
          position,
        })),
      ),
    ),
    searchMeaning: createSearchMeanings(files),
    productRelation: createLazily(function* () {
      const getCandidates = createCandidateFinder(products, articles);
      for (const product of products) {
        const related = listRelatedProducts(product, getCandidates(product), articles);
        for (const [position, { id }] of related.entries()) {
          yield { productId: product.id, relatedProductId: id, position };
        }
      }
    }),
    termTranslation: used.flatMap(({ languageId, texts }) => {
      const vocabularies = {
        material: texts.materials,
        nutrient: texts.nutrients,
        additive: texts.additives,
        colour: texts.colours,
        ...texts.facets,
      };
      return Object.entries(vocabularies).flatMap(([vocabulary, words]) =>
        Object.entries(words).map(([key, name]) => ({ vocabulary, key, languageId, name })),
      );
    }),
  };
}

/**
 * The first target of a meaning has the highest priority. The database does not preserve the order of
 * members, so this order is fixed: named products precede those that share a property.
 */
const MEANING_TARGET_FACETS = [
  'product',
  'category',
  'material',
  'applications',
  'horseTypes',
  'ageGroups',
  'labour',
  'ingredientFlags',
  'packaging',
  'page',
] as const;

function createSearchMeanings(files: ShopFiles): InsertRow<'searchMeaning'>[] {
  const rows = Object.entries(files.synonymMeanings).flatMap(([groupKey, meaning]) => {
    const targets = (['finds', 'prefers', 'without'] as const).flatMap((role) =>
      MEANING_TARGET_FACETS.flatMap((facet) =>
        (meaning[role]?.[facet] ?? []).map((value) => ({ facet, value })),
      ).map(({ facet, value }, position) => ({ groupKey, role, facet, value, position })),
    );
    const weak = { groupKey, role: 'weak', facet: '', value: '', position: 0 } as const;
    return meaning.isWeak ? [...targets, weak] : targets;
  });
  const popular = files.popularSynonyms.map(
    (groupKey, position) => ({ groupKey, role: 'popular', facet: '', value: '', position }) as const,
  );
  return [...rows, ...popular];
}

function listFacetValues(files: ShopFiles, used: readonly UsedLanguage[]) {
  const inUse = new Set(
    files.products.flatMap((product) =>
      Object.entries(getFacetValuesOfProduct(product)).flatMap(([facet, values]) =>
        values.map((value) => `${facet} ${value}`),
      ),
    ),
  );
  // The vocabularies have the same order in every language.
  return Object.entries(used[0]?.texts.facets ?? {}).flatMap(([facet, words]) =>
    Object.keys(words)
      .filter((value) => inUse.has(`${facet} ${value}`))
      .map((value) => ({ facet, value })),
  );
}

/** Sorts products by name in the alphabetical order of their language. */
export function sortProductsByName<T extends { readonly productId: number; readonly name: string }>(
  products: readonly T[],
  culture: string,
): T[] {
  const collator = new Intl.Collator(culture, { numeric: true });
  return products.toSorted((a, b) => collator.compare(a.name, b.name) || a.productId - b.productId);
}

function* createProductTexts(
  files: ShopFiles,
  language: UsedLanguage,
  context: ShopRowsContext,
): Generator<InsertRow<'productTranslation'>> {
  const { texts, languageId, culture } = language;
  const named = files.products.flatMap(({ id, key }) => {
    const text = texts.products[key];
    return text ? [{ productId: id, name: text.name, text }] : [];
  });
  for (const [rank, { productId, text }] of sortProductsByName(named, culture).entries()) {
    yield {
      productId,
      languageId,
      name: text.name,
      claim: text.claim,
      body: text.body,
      benefits: text.benefits,
      directions: text.directions,
      slug: text.urlSlug,
      nameRank: rank + 1,
      modifiedAt: context.now,
    };
  }
}

/** Returns an iterable that creates its rows on each iteration. */
const createLazily = <R>(create: () => Iterable<R>): Iterable<R> => ({
  [Symbol.iterator]: () => create()[Symbol.iterator](),
});

const mapLazily = <T, R>(list: readonly T[], toRow: (item: T, position: number) => R): Iterable<R> =>
  createLazily(function* () {
    for (const [position, item] of list.entries()) yield toRow(item, position);
  });

/** Returns the picture of the feed itself, one for all languages, brands and packs of a product. */
function createFeedDrawing(product: ProductRow, { packshots }: ShopRowsContext) {
  const options = getFeedDrawingOptions(packshots, product);
  return options && { hash: hashDrawing(options), options };
}

function* createFeedPictures(files: ShopFiles, context: ShopRowsContext): Generator<InsertRow<'picture'>> {
  const seen = new Set<string>();
  for (const product of files.products) {
    const feed = createFeedDrawing(product, context);
    if (!feed || seen.has(feed.hash)) continue;
    seen.add(feed.hash);
    yield { ...feed, ...DRAWING_SIZE };
  }
}

/**
 * Creates a picture per variant, language and brand, if a site of the brand has the language. If there is a
 * photo, all share it.
 */
function* createPictures(files: ShopFiles, used: readonly UsedLanguage[], context: ShopRowsContext) {
  const shops = files.sites.filter((site) => !isCorporate(site));
  const brands = [...new Set(shops.map((site) => site.brand))].flatMap((brand) => {
    const spoken = new Set(
      shops
        .filter((site) => site.brand === brand)
        .flatMap((site) => site.languages.map(({ languageId }) => languageId)),
    );
    return used
      .filter(({ languageId }) => spoken.has(languageId))
      .map((language) => ({ brand, ...language }));
  });
  for (const product of files.products) {
    for (const { brand, languageId, code, culture, texts } of brands) {
      const name = texts.products[product.key]?.name;
      if (name === undefined) continue;
      const text = { languageCode: code, culture, brand, name, facets: texts.facets };
      for (const variant of product.variants) {
        const photo = files.photos.get(variant.articleNumber);
        if (photo) {
          yield { productVariantId: variant.id, languageId, brand, hash: photo.hash, options: {} };
          continue;
        }
        const options = getDrawingOptions(context.packshots, product, variant, text);
        yield { productVariantId: variant.id, languageId, brand, hash: hashDrawing(options), options };
      }
    }
  }
}

function createContentRows(files: ShopFiles, used: readonly UsedLanguage[], { now }: ShopRowsContext) {
  const items = listContent(files);
  const productIds = new Map(files.products.map(({ key, id }) => [key, id]));
  return {
    contentPage: items.map(({ contentPageId, key, kind, publishedOn, author, listSort = null }) => ({
      contentPageId,
      key,
      kind,
      publishedOn,
      author,
      scene: getContentScene(key, kind),
      listSort,
    })),
    contentPageCategory: items.flatMap(({ contentPageId, category }) => {
      const categoryPageId = items.find(({ key }) => key === category)?.contentPageId;
      return categoryPageId === undefined ? [] : [{ contentPageId, categoryPageId }];
    }),
    contentPageClip: items.flatMap(({ contentPageId, clip }) =>
      clip === undefined ? [] : [{ contentPageId, clip }],
    ),
    contentPageCaption: items.flatMap((item) =>
      used.flatMap(({ languageId, code }) => {
        const captions = item.clip && findContentText(files, item, code)?.captions;
        return captions ? [{ contentPageId: item.contentPageId, languageId, captions: [...captions] }] : [];
      }),
    ),
    contentPageTranslation: items.flatMap((item) =>
      used.flatMap(({ languageId, code }) => {
        const text = findContentText(files, item, code);
        if (!text) return [];
        return [
          {
            contentPageId: item.contentPageId,
            languageId,
            title: text.title,
            metaDescription: text.metaDescription,
            summary: text.summary,
            blocks: parseMarkdown(text.bodyMarkdown),
            slug: text.urlSlug,
            modifiedAt: now,
          },
        ];
      }),
    ),
    siteContentPage: files.sites.flatMap((site) =>
      items
        .filter((item) => isContentOnSite(item, site))
        .map(({ contentPageId }) => ({ siteId: site.siteId, contentPageId })),
    ),
    contentPageScope: [
      ...files.landingPages.map(({ id, facet, value }) => ({ contentPageId: id, facet, value })),
      ...files.adviceThemes.flatMap(({ category, facet, values }) => {
        const contentPageId = files.articles.find(({ key }) => key === category)?.id;
        return contentPageId === undefined ? [] : values.map((value) => ({ contentPageId, facet, value }));
      }),
    ],
    contentPageProduct: items.flatMap(({ contentPageId, relatedProducts }) =>
      relatedProducts.flatMap((key, position) => {
        const productId = productIds.get(key);
        return productId === undefined ? [] : [{ contentPageId, productId, position }];
      }),
    ),
    contentPageRelation: items.flatMap((item) =>
      listRelatedContent(item, items).map(({ contentPageId }, position) => ({
        contentPageId: item.contentPageId,
        relatedContentPageId: contentPageId,
        position,
      })),
    ),
  };
}
