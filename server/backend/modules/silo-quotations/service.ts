import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { SiloOffer } from '../../../../shared/contract/silo-quotations.ts';
import { normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import {
  cleanSiloWords,
  listSiloProblems,
  normalisePhoneNumber,
} from '../../../../shared/rules/silo-quotation.ts';
import { getVisitorKey } from '../../../platform/visitor-key.ts';
import type { Database } from '../../database/database.ts';
import { lockCounted } from '../../database/locks.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createValidationFailed, ProblemError } from '../../http/problem-error.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import { composeSiloMail } from './mails.ts';
import { countQuotations, findCountryRules, insertQuotation, listSiloProducts } from './queries.ts';

export interface SiloQuotationService {
  fetchOffer(context: ScopedContext): Promise<SiloOffer>;
  request(
    context: ScopedContext,
    input: CallInput<'requestSiloQuotation'>,
  ): Promise<CallAnswer<'requestSiloQuotation'>>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How many requests may come: more than these is no stable. */
export const siloFlood = {
  perVisitor: { limit: 10, windowMs: HOUR_MS },
  perAddress: { limit: 5, windowMs: DAY_MS },
} as const;

const createTooMany = (retryAfterSeconds: number): ProblemError =>
  new ProblemError('too_many_attempts', { headers: { 'retry-after': String(retryAfterSeconds) } });

/** Makes the service of requests for feed in bulk. */
export function createSiloQuotationService(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly mailWriter: MailWriter;
}): SiloQuotationService {
  const { database, clock, mailWriter } = deps;
  const visitors = createRateLimit({ ...siloFlood.perVisitor, clock });

  async function fetchOffer({ site, language }: ScopedContext): Promise<SiloOffer> {
    const [products, rules] = await Promise.all([
      listSiloProducts(database, site.site.siteId, language.languageId),
      findCountryRules(database, site.site.countryId),
    ]);
    if (!rules) throw new Error(`The country ${site.site.countryId} has no rules`);
    return {
      products,
      minimumDeliveryKg: site.setting.silo.minimumDeliveryKg,
      postcodePattern: rules.postcode.regex,
      postcodeExample: rules.postcode.example,
      phonePrefix: rules.phone.prefix,
      phonePattern: rules.phone.regex,
    };
  }

  return {
    fetchOffer,

    async request(context, { body }) {
      const { site, language, visitorAddress } = context;
      const offer = await fetchOffer(context);
      const words = cleanSiloWords(body);
      const product = offer.products.find(({ productId }) => productId === words.productId);
      // A site that sells nothing itself takes the request without a product.
      const isProductRight = offer.products.length === 0 ? words.productId === null : product !== undefined;
      const problems = [
        ...(isProductRight ? [] : [{ field: 'productId', code: 'required' }]),
        ...listSiloProblems(words, offer),
      ];
      if (problems.length > 0) throw createValidationFailed(problems);
      // A program learns nothing: it is told what a person is told.
      if ((body.website ?? '').trim() !== '') return;
      if (visitorAddress !== null) {
        const retryAfterSeconds = visitors.take(getVisitorKey(visitorAddress));
        if (retryAfterSeconds !== null) throw createTooMany(retryAfterSeconds);
      }

      const now = new Date(clock());
      const { name, zipcode, city, message, horses, kilograms } = words;
      const quotation = {
        siteId: site.site.siteId,
        languageId: language.languageId,
        productId: words.productId,
        name,
        emailAddress: normaliseEmailAddress(words.emailAddress),
        phoneNumber: normalisePhoneNumber(words.phoneNumber, offer.phonePrefix),
        zipcode,
        city,
        horses,
        kilograms,
        message,
        createdAt: now,
      };
      const { limit, windowMs } = siloFlood.perAddress;
      await database.transaction(
        'request-silo-quotation',
        async (transaction) => {
          await lockCounted(transaction, 'silo', quotation.emailAddress);
          const { total, same } = await countQuotations(
            transaction,
            quotation,
            new Date(now.getTime() - windowMs),
          );
          // Pressed twice: done already.
          if (same > 0) return;
          if (total >= limit) throw createTooMany(HOUR_MS / 1000);
          await insertQuotation(transaction, quotation);
          const { culture } = language;
          await mailWriter.putMail(transaction, {
            kind: 'silo-quotation',
            site,
            language,
            recipient: site.site.customerServiceEmailAddress,
            now,
            compose: (t) =>
              composeSiloMail(t, {
                product: product?.title ?? null,
                horses: new Intl.NumberFormat(culture).format(horses),
                weight: new Intl.NumberFormat(culture, { style: 'unit', unit: 'kilogram' }).format(kilograms),
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
