import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { isGtin13 } from '../../shared/rules/gtin.ts';

/** An object of the structured data of a page. */
export type StructuredDataObject = Readonly<Record<string, unknown>> & { readonly '@type': string };

const AbsoluteUrlSchema = Type.String({ pattern: '^https?://[^\\s"<>]+$' });
const TextSchema = Type.String({ minLength: 1 });
const AmountSchema = Type.String({ pattern: '^\\d+\\.\\d{2}$' });
const CountrySchema = Type.String({ pattern: '^[A-Z]{2}$' });
const QuantitySchema = Type.Object({
  '@type': Type.Literal('QuantitativeValue'),
  value: Type.Number({ exclusiveMinimum: 0 }),
  unitCode: TextSchema,
});
const SchemaOrgUrl = Type.String({ pattern: '^https://schema\\.org/[A-Z]\\w+$' });

const ReturnPolicySchema = Type.Object({
  '@type': Type.Literal('MerchantReturnPolicy'),
  applicableCountry: Type.Array(CountrySchema, { minItems: 1 }),
  returnPolicyCategory: SchemaOrgUrl,
  merchantReturnDays: Type.Integer({ minimum: 14 }),
  returnMethod: SchemaOrgUrl,
  returnFees: SchemaOrgUrl,
  merchantReturnLink: AbsoluteUrlSchema,
});

const PriceSpecificationSchema = Type.Object({
  '@type': Type.Literal('UnitPriceSpecification'),
  price: AmountSchema,
  priceCurrency: Type.Literal('EUR'),
  priceType: Type.Optional(Type.Literal('https://schema.org/StrikethroughPrice')),
  referenceQuantity: Type.Optional(
    Type.Intersect([
      QuantitySchema,
      Type.Object({
        valueReference: Type.Object({
          value: Type.Literal(1),
          unitCode: Type.Union([Type.Literal('KGM'), Type.Literal('LTR')]),
        }),
      }),
    ]),
  ),
});

const Offer = Type.Object({
  '@type': Type.Literal('Offer'),
  url: AbsoluteUrlSchema,
  price: Type.Intersect([AmountSchema, Type.String({ pattern: '[1-9]' })]),
  priceCurrency: Type.Literal('EUR'),
  priceSpecification: Type.Optional(Type.Array(PriceSpecificationSchema, { minItems: 1 })),
  availability: Type.Union([
    Type.Literal('https://schema.org/InStock'),
    Type.Literal('https://schema.org/OutOfStock'),
  ]),
  itemCondition: Type.Literal('https://schema.org/NewCondition'),
  shippingDetails: Type.Optional(
    Type.Array(
      Type.Object({
        '@type': Type.Literal('OfferShippingDetails'),
        shippingRate: Type.Object({ value: AmountSchema, currency: Type.Literal('EUR') }),
        shippingDestination: Type.Object({
          '@type': Type.Literal('DefinedRegion'),
          addressCountry: CountrySchema,
        }),
      }),
      { minItems: 1 },
    ),
  ),
  hasMerchantReturnPolicy: Type.Optional(ReturnPolicySchema),
});

const RatingSchema = Type.Object({
  '@type': Type.Literal('AggregateRating'),
  ratingValue: Type.Number({ minimum: 1, maximum: 5 }),
  bestRating: Type.Literal(5),
  reviewCount: Type.Integer({ minimum: 1 }),
});

const Review = Type.Object({
  '@type': Type.Literal('Review'),
  author: Type.Object({ '@type': Type.Literal('Person'), name: TextSchema }),
  datePublished: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  inLanguage: TextSchema,
  reviewRating: Type.Object({ ratingValue: Type.Integer({ minimum: 1, maximum: 5 }) }),
});

const productProperties = {
  name: TextSchema,
  url: AbsoluteUrlSchema,
  aggregateRating: Type.Optional(RatingSchema),
  review: Type.Optional(Type.Array(Review, { minItems: 1 })),
};
const description = {
  description: TextSchema,
  brand: Type.Object({ '@type': Type.Literal('Brand'), name: TextSchema }),
};

const VariantSchema = Type.Object({
  '@type': Type.Literal('Product'),
  ...productProperties,
  image: Type.Array(AbsoluteUrlSchema, { minItems: 1 }),
  sku: TextSchema,
  gtin13: Type.String({ pattern: '^\\d{13}$' }),
  weight: Type.Optional(QuantitySchema),
  offers: Offer,
});

const createListItemsSchema = (address: 'item' | 'url') =>
  Type.Array(
    Type.Object({
      '@type': Type.Literal('ListItem'),
      position: Type.Integer({ minimum: 1 }),
      name: TextSchema,
      [address]: AbsoluteUrlSchema,
    }),
    { minItems: 1 },
  );

const publisher = Type.Object({
  '@type': Type.Literal('Organization'),
  name: TextSchema,
  url: AbsoluteUrlSchema,
});

const articleProperties = {
  headline: Type.String({ minLength: 1, maxLength: 110 }),
  image: Type.Array(AbsoluteUrlSchema, { minItems: 3 }),
  datePublished: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  author: Type.Object({
    '@type': Type.Union([Type.Literal('Person'), Type.Literal('Organization')]),
    name: TextSchema,
  }),
  publisher,
};

const collectionProperties = {
  name: TextSchema,
  description: TextSchema,
  url: AbsoluteUrlSchema,
  inLanguage: TextSchema,
};

const organizationProperties = {
  name: TextSchema,
  url: AbsoluteUrlSchema,
  logo: AbsoluteUrlSchema,
  contactPoint: Type.Object({ telephone: TextSchema, email: TextSchema, contactType: TextSchema }),
  sameAs: Type.Array(AbsoluteUrlSchema, { minItems: 1 }),
};

/** Properties that search engines require of each type, and further ones that our pages must have. */
const schemasByType: Readonly<Record<string, Type.TSchema>> = {
  Product: Type.Intersect([VariantSchema, Type.Object(description)]),
  ProductGroup: Type.Object({
    ...productProperties,
    ...description,
    productGroupID: TextSchema,
    variesBy: Type.Optional(
      Type.Array(Type.String({ pattern: '^https://schema\\.org/(weight|color)$' }), { minItems: 1 }),
    ),
    hasVariant: Type.Array(VariantSchema, { minItems: 2 }),
  }),
  BreadcrumbList: Type.Object({ itemListElement: createListItemsSchema('item') }),
  ItemList: Type.Object({
    numberOfItems: Type.Integer({ minimum: 1 }),
    itemListElement: createListItemsSchema('url'),
  }),
  OnlineStore: Type.Object({ ...organizationProperties, hasMerchantReturnPolicy: ReturnPolicySchema }),
  Organization: Type.Object(organizationProperties),
  WebSite: Type.Object({ name: TextSchema, url: AbsoluteUrlSchema, inLanguage: TextSchema, publisher }),
  Article: Type.Object(articleProperties),
  NewsArticle: Type.Object(articleProperties),
  BlogPosting: Type.Object(articleProperties),
  CollectionPage: Type.Object({
    ...collectionProperties,
    mainEntity: Type.Object({
      '@type': Type.Literal('ItemList'),
      numberOfItems: Type.Integer({ minimum: 1 }),
      itemListElement: createListItemsSchema('url'),
    }),
  }),
  Blog: Type.Object({
    ...collectionProperties,
    blogPost: Type.Array(
      Type.Object({
        '@type': Type.Literal('BlogPosting'),
        headline: articleProperties.headline,
        url: AbsoluteUrlSchema,
        datePublished: articleProperties.datePublished,
      }),
      { minItems: 1 },
    ),
  }),
  VideoObject: Type.Object({
    name: TextSchema,
    description: TextSchema,
    thumbnailUrl: AbsoluteUrlSchema,
    contentUrl: AbsoluteUrlSchema,
    // Google requires the time zone: without it, it uses that of its crawler.
    uploadDate: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(Z|[+-]\\d{2}:\\d{2})$',
    }),
    duration: Type.String({ pattern: '^PT[1-9]\\d*S$' }),
    transcript: TextSchema,
  }),
  LocalBusiness: Type.Object({
    name: TextSchema,
    address: Type.Object({
      '@type': Type.Literal('PostalAddress'),
      streetAddress: TextSchema,
      postalCode: TextSchema,
      addressLocality: TextSchema,
      addressCountry: CountrySchema,
    }),
    geo: Type.Object({
      '@type': Type.Literal('GeoCoordinates'),
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    }),
  }),
  JobPosting: Type.Object({
    title: TextSchema,
    description: TextSchema,
    datePosted: articleProperties.datePublished,
    validThrough: Type.Optional(articleProperties.datePublished),
    hiringOrganization: Type.Object({ '@type': Type.Literal('Organization'), name: TextSchema }),
    jobLocation: Type.Object({
      '@type': Type.Literal('Place'),
      address: Type.Object({
        '@type': Type.Literal('PostalAddress'),
        addressLocality: TextSchema,
        addressCountry: CountrySchema,
      }),
    }),
  }),
  FAQPage: Type.Object({
    mainEntity: Type.Array(
      Type.Object({
        '@type': Type.Literal('Question'),
        name: TextSchema,
        acceptedAnswer: Type.Object({ '@type': Type.Literal('Answer'), text: TextSchema }),
      }),
      { minItems: 1 },
    ),
  }),
};
const validatorsByType = new Map(
  Object.entries(schemasByType).map(([type, schema]) => [type, Compile(schema)]),
);

/**
 * Returns the structured data of a page.
 *
 * @throws SyntaxError if a block is not JSON
 */
export function readStructuredData(html: string): StructuredDataObject[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  return blocks.flatMap(
    ([, text = '']) => (JSON.parse(text) as { '@graph': StructuredDataObject[] })['@graph'],
  );
}

/** Returns the products of a page that have an offer: the only one, or the packs of the group. */
export function readOffers(html: string): { sku: string; gtin13: string; price: string; url: string }[] {
  return readStructuredData(html)
    .flatMap((thing) =>
      thing['@type'] === 'ProductGroup' ? (thing.hasVariant as StructuredDataObject[]) : [thing],
    )
    .filter((thing) => thing['@type'] === 'Product' && thing.offers !== undefined)
    .map((thing) => {
      const { sku, gtin13, offers } = thing as unknown as {
        sku: string;
        gtin13: string;
        offers: { price: string; url: string };
      };
      return { sku, gtin13, price: offers.price, url: offers.url };
    });
}

function findObjectFaults(thing: StructuredDataObject): string[] {
  const type = thing['@type'];
  const validator = validatorsByType.get(type);
  if (!validator) return [`${type}: no schema for this type`];
  const [first] = validator.Errors(thing);
  const faults = first ? [`${type}${first.instancePath}: ${first.message}`] : [];
  if (type === 'BreadcrumbList') {
    const positions = (thing.itemListElement as { position: number }[]).map(({ position }) => position);
    if (positions.some((position, index) => position !== index + 1)) faults.push(`${type}: ${positions}`);
  }
  return faults;
}

/**
 * Returns the faults of the structured data of a page.
 *
 * @returns one line per problem
 */
export function findStructuredDataFaults(html: string): string[] {
  let things: StructuredDataObject[];
  try {
    things = readStructuredData(html);
  } catch (error) {
    return [`no JSON: ${error}`];
  }
  const json = JSON.stringify(things);
  const codes = [...json.matchAll(/"gtin13":"([^"]*)"/g)].map(([, code = '']) => code);
  return [
    ...things.flatMap(findObjectFaults),
    ...codes.filter((code) => !isGtin13(code)).map((code) => `${code} is no GTIN`),
    ...[...json.matchAll(/urrency":"(?!EUR)([^"]*)"/g)].map(([, currency]) => `${currency} is not charged`),
  ];
}
