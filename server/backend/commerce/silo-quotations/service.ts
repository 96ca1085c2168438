import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { SiloOffer } from '../../../../shared/contract/silo-quotations.ts';
import { createFormats } from '../../../../shared/i18n/create-formats.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/rules/durations.ts';
import { getMailbox } from '../../../../shared/rules/email-address.ts';
import { cleanSiloInput, listSiloProblems } from '../../../../shared/rules/silo-quotation.ts';
import { listSiloProducts } from '../../catalogue/products/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { lockCountedSubject } from '../../core/database/locks.ts';
import { createValidationFailed } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { findCountry } from '../../sites/countries/queries.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { composeSiloRequestMail } from './mails.ts';
import { insertQuotation, isRepeatedQuotation } from './queries.ts';

export interface SiloQuotationService {
  fetchOffer(context: ScopedContext): Promise<SiloOffer>;
  request(
    context: ScopedContext,
    input: CallInput<'requestSiloQuotation'>,
  ): Promise<CallAnswer<'requestSiloQuotation'>>;
}

/** Limits requests to more than any stable sends. */
export const siloQuotationRateLimits = defineLimits('silo quotations', {
  perVisitor: { maxAttempts: 10, windowMs: HOUR_MS },
  perAddress: { maxAttempts: 5, windowMs: DAY_MS },
});

/** Time in milliseconds within which the same request counts as a repeat. */
const REPEATED_REQUEST_PERIOD_MS = DAY_MS;

/** Creates the service of bulk feed requests. */
export function createSiloQuotationService(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly limiter: Limiter;
  readonly mailWriter: MailWriter;
}): SiloQuotationService {
  const { database, clock, limiter, mailWriter } = deps;

  async function fetchOffer({ site, language }: ScopedContext): Promise<SiloOffer> {
    const [products, country] = await Promise.all([
      listSiloProducts(database, site.site.siteId, language.languageId),
      findCountry(database, site.site.countryId),
    ]);
    if (!country) throw new Error(`Country ${site.site.countryId} does not exist`);
    const { regionCode, postcodePattern, postcodeExample, phonePrefix, phonePattern } = country.formRules;
    return {
      products: products.map(({ productId, name }) => ({ productId, title: name })),
      minimumDeliveryKg: site.setting.silo.minimumDeliveryKg,
      regionCode,
      postcodePattern,
      postcodeExample,
      phonePrefix,
      phonePattern,
    };
  }

  return {
    fetchOffer,

    async request(context, { body }) {
      const { site, language, visitorAddress } = context;
      const offer = await fetchOffer(context);
      const fields = cleanSiloInput(body, offer);
      const product = offer.products.find(({ productId }) => productId === fields.productId);
      // A site without products accepts the request without a product.
      const isProductRight = offer.products.length === 0 ? fields.productId === null : product !== undefined;
      const problems = [
        ...(isProductRight ? [] : [{ field: 'productId', code: 'required' }]),
        ...listSiloProblems(fields, offer),
      ];
      if (problems.length > 0) throw createValidationFailed(problems);
      // A bot gets the same response as a person, so that it learns nothing.
      if ((body.website ?? '').trim() !== '') return;
      await limiter.takeForAddress(siloQuotationRateLimits.perVisitor, visitorAddress);

      const now = new Date(clock());
      const { name, zipcode, city, message, horses, kilograms } = fields;
      const quotation = {
        siteId: site.site.siteId,
        languageId: language.languageId,
        productId: fields.productId,
        name,
        emailAddress: fields.emailAddress,
        phoneNumber: fields.phoneNumber,
        zipcode,
        city,
        horses,
        kilograms,
        message,
        createdAt: now,
      };
      const repeatSince = new Date(now.getTime() - REPEATED_REQUEST_PERIOD_MS);
      // The form was sent twice: the request is stored already and does not count towards the limits.
      if (await isRepeatedQuotation(database, quotation, repeatSince)) return;
      await limiter.take(siloQuotationRateLimits.perAddress, getMailbox(quotation.emailAddress));
      await database.transaction(
        'request-silo-quotation',
        async (transaction) => {
          await lockCountedSubject(transaction, 'silo', quotation.emailAddress);
          // A concurrent request has just stored it.
          if (await isRepeatedQuotation(transaction, quotation, repeatSince)) return;
          await insertQuotation(transaction, quotation);
          const { number, weight } = createFormats({ culture: language.culture });
          await mailWriter.putMail(transaction, {
            kind: 'silo-quotation',
            site,
            language,
            recipient: site.site.customerServiceEmailAddress,
            now,
            compose: (t) =>
              composeSiloRequestMail(t, {
                product: product?.title ?? null,
                horses: number(horses),
                weight: weight(kilograms * 1000),
                name,
                emailAddress: quotation.emailAddress,
                phoneNumber: quotation.phoneNumber,
                place: `${zipcode} ${city}`,
                message,
              }),
          });
        },
        { signal: context.signal },
      );
    },
  };
}
