import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { isGtin13 } from '../../shared/rules/gtin.ts';

/** An object of the structured data of a page. */
export type StructuredDataObject = Readonly<Record<string, unknown>> & { readonly '@type': string };

const AbsoluteUrl = Type.String({ pattern: '^https?://[^\\s"<>]+$' });
const Text = Type.String({ minLength: 1 });
const Amount = Type.String({ pattern: '^\\d+\\.\\d{2}$' });
const Country = Type.String({ pattern: '^[A-Z]{2}$' });
const Quantity = Type.Object({
  '@type': Type.Literal('QuantitativeValue'),
  value: Type.Number({ exclusiveMinimum: 0 }),
  unitCode: Text,
});
const SchemaOrg = Type.String({ pattern: '^https://schema\\.org/[A-Z]\\w+$' });

const ReturnPolicy = Type.Object({
  '@type': Type.Literal('MerchantReturnPolicy'),
  applicableCountry: Type.Array(Country, { minItems: 1 }),
  returnPolicyCategory: SchemaOrg,
  merchantReturnDays: Type.Integer({ minimum: 14 }),
  returnMethod: SchemaOrg,
  returnFees: SchemaOrg,
  merchantReturnLink: AbsoluteUrl,
});

const PriceSpecification = Type.Object({
  '@type': Type.Literal('UnitPriceSpecification'),
  price: Amount,
  priceCurrency: Type.Literal('EUR'),
  priceType: Type.Optional(Type.Literal('https://schema.org/StrikethroughPrice')),
  referenceQuantity: Type.Optional(
    Type.Intersect([
      Quantity,
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
  url: AbsoluteUrl,
  price: Type.Intersect([Amount, Type.String({ pattern: '[1-9]' })]),
  priceCurrency: Type.Literal('EUR'),
  priceSpecification: Type.Optional(Type.Array(PriceSpecification, { minItems: 1 })),
  availability: Type.Union([
    Type.Literal('https://schema.org/InStock'),
    Type.Literal('https://schema.org/OutOfStock'),
  ]),
  itemCondition: Type.Literal('https://schema.org/NewCondition'),
  shippingDetails: Type.Optional(
    Type.Array(
      Type.Object({
        '@type': Type.Literal('OfferShippingDetails'),
        shippingRate: Type.Object({ value: Amount, currency: Type.Literal('EUR') }),
        shippingDestination: Type.Object({ '@type': Type.Literal('DefinedRegion'), addressCountry: Country }),
      }),
      { minItems: 1 },
    ),
  ),
  hasMerchantReturnPolicy: Type.Optional(ReturnPolicy),
});

const Rating = Type.Object({
  '@type': Type.Literal('AggregateRating'),
  ratingValue: Type.Number({ minimum: 1, maximum: 5 }),
  bestRating: Type.Literal(5),
  reviewCount: Type.Integer({ minimum: 1 }),
});

const Review = Type.Object({
  '@type': Type.Literal('Review'),
  author: Type.Object({ '@type': Type.Literal('Person'), name: Text }),
  datePublished: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  inLanguage: Text,
  reviewRating: Type.Object({ ratingValue: Type.Integer({ minimum: 1, maximum: 5 }) }),
});

const ofEveryProduct = {
  name: Text,
  url: AbsoluteUrl,
  aggregateRating: Type.Optional(Rating),
  review: Type.Optional(Type.Array(Review, { minItems: 1 })),
};
const description = { description: Text, brand: Type.Object({ '@type': Type.Literal('Brand'), name: Text }) };

const Variant = Type.Object({
  '@type': Type.Literal('Product'),
  ...ofEveryProduct,
  image: Type.Array(AbsoluteUrl, { minItems: 1 }),
  sku: Text,
  gtin13: Type.String({ pattern: '^\\d{13}$' }),
  weight: Type.Optional(Quantity),
  offers: Offer,
});

const ListItems = (address: 'item' | 'url') =>
  Type.Array(
    Type.Object({
      '@type': Type.Literal('ListItem'),
      position: Type.Integer({ minimum: 1 }),
      name: Text,
      [address]: AbsoluteUrl,
    }),
    { minItems: 1 },
  );

const publisher = Type.Object({ '@type': Type.Literal('Organization'), name: Text, url: AbsoluteUrl });

const article = {
  headline: Type.String({ minLength: 1, maxLength: 110 }),
  image: Type.Array(AbsoluteUrl, { minItems: 3 }),
  datePublished: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  author: Type.Object({
    '@type': Type.Union([Type.Literal('Person'), Type.Literal('Organization')]),
    name: Text,
  }),
  publisher,
};

const collection = { name: Text, description: Text, url: AbsoluteUrl, inLanguage: Text };

const organization = {
  name: Text,
  url: AbsoluteUrl,
  logo: AbsoluteUrl,
  contactPoint: Type.Object({ telephone: Text, email: Text, contactType: Text }),
  sameAs: Type.Array(AbsoluteUrl, { minItems: 1 }),
};

/** Properties that search engines require of each type, and further ones that our pages must have. */
const schemas: Readonly<Record<string, Type.TSchema>> = {
  Product: Type.Intersect([Variant, Type.Object(description)]),
  ProductGroup: Type.Object({
    ...ofEveryProduct,
    ...description,
    productGroupID: Text,
    variesBy: Type.Optional(
      Type.Array(Type.String({ pattern: '^https://schema\\.org/(weight|color)$' }), { minItems: 1 }),
    ),
    hasVariant: Type.Array(Variant, { minItems: 2 }),
  }),
  BreadcrumbList: Type.Object({ itemListElement: ListItems('item') }),
  ItemList: Type.Object({ numberOfItems: Type.Integer({ minimum: 1 }), itemListElement: ListItems('url') }),
  OnlineStore: Type.Object({ ...organization, hasMerchantReturnPolicy: ReturnPolicy }),
  Organization: Type.Object(organization),
  WebSite: Type.Object({ name: Text, url: AbsoluteUrl, inLanguage: Text, publisher }),
  Article: Type.Object(article),
  NewsArticle: Type.Object(article),
  BlogPosting: Type.Object(article),
  CollectionPage: Type.Object({
    ...collection,
    mainEntity: Type.Object({
      '@type': Type.Literal('ItemList'),
      numberOfItems: Type.Integer({ minimum: 1 }),
      itemListElement: ListItems('url'),
    }),
  }),
  Blog: Type.Object({
    ...collection,
    blogPost: Type.Array(
      Type.Object({
        '@type': Type.Literal('BlogPosting'),
        headline: article.headline,
        url: AbsoluteUrl,
        datePublished: article.datePublished,
      }),
      { minItems: 1 },
    ),
  }),
  VideoObject: Type.Object({
    name: Text,
    description: Text,
    thumbnailUrl: AbsoluteUrl,
    contentUrl: AbsoluteUrl,
    // Google requires the time zone: without it, it uses that of its crawler.
    uploadDate: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(Z|[+-]\\d{2}:\\d{2})$',
    }),
    duration: Type.String({ pattern: '^PT[1-9]\\d*S$' }),
    transcript: Text,
  }),
  LocalBusiness: Type.Object({
    name: Text,
    address: Type.Object({
      '@type': Type.Literal('PostalAddress'),
      streetAddress: Text,
      postalCode: Text,
      addressLocality: Text,
      addressCountry: Country,
    }),
    geo: Type.Object({
      '@type': Type.Literal('GeoCoordinates'),
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    }),
  }),
  JobPosting: Type.Object({
    title: Text,
    description: Text,
    datePosted: article.datePublished,
    validThrough: Type.Optional(article.datePublished),
    hiringOrganization: Type.Object({ '@type': Type.Literal('Organization'), name: Text }),
    jobLocation: Type.Object({
      '@type': Type.Literal('Place'),
      address: Type.Object({
        '@type': Type.Literal('PostalAddress'),
        addressLocality: Text,
        addressCountry: Country,
      }),
    }),
  }),
  FAQPage: Type.Object({
    mainEntity: Type.Array(
      Type.Object({
        '@type': Type.Literal('Question'),
        name: Text,
        acceptedAnswer: Type.Object({ '@type': Type.Literal('Answer'), text: Text }),
      }),
      { minItems: 1 },
    ),
  }),
};
const validators = new Map(Object.entries(schemas).map(([type, schema]) => [type, Compile(schema)]));

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
  const validator = validators.get(type);
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
