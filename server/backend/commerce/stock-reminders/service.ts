import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { getMailbox, isEmailAddress, normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import {
  STOCK_REMINDER_CONFIRM_PATH,
  STOCK_REMINDER_UNSUBSCRIBE_PATH,
} from '../../../../shared/rules/path-constants.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { formatPackageContent } from '../../core/scope/format-package-content.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { composeConfirmMail } from './mails.ts';
import {
  deleteReminderByToken,
  findReminderByConfirmToken,
  findVariant,
  markReminderConfirmed,
  type RemindedVariant,
  saveStockReminder,
} from './queries.ts';

export interface StockReminderService {
  request(
    context: ScopedContext,
    input: CallInput<'requestStockReminder'>,
  ): Promise<CallAnswer<'requestStockReminder'>>;
  confirm(context: ScopedContext, token: string): Promise<CallAnswer<'confirmStockReminder'>>;
  end(context: ScopedContext, token: string): Promise<CallAnswer<'endStockReminder'>>;
}

export interface StockReminderServiceOptions {
  readonly database: Database;
  readonly mailWriter: MailWriter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly limiter: Limiter;
}

/** Validity of the confirmation link in hours. */
const CONFIRMATION_VALIDITY_HOURS = 48;

/** Limits reminders per visitor and per address: enough for a stable, but no mail bombing. */
export const stockReminderRateLimits = defineLimits('stock reminders', {
  perVisitor: { maxAttempts: 20, windowMs: HOUR_MS },
  perAddress: { maxAttempts: 5, windowMs: HOUR_MS },
  perAddressAndDay: { maxAttempts: 10, windowMs: 24 * HOUR_MS },
});

/** Returns the name of a variant in mails and on pages, such as 'Grano Whole, 25 kg'. */
export function getVariantName(
  { name, content }: Pick<RemindedVariant, 'name' | 'content'>,
  culture: string,
): string {
  const size = formatPackageContent(content, culture).trim();
  return size === '' ? name : `${name}, ${size}`;
}

const isAvailable = ({ stockAmount }: RemindedVariant): boolean => stockAmount === null || stockAmount > 0;

/** Creates the service of back-in-stock reminders. */
export function createStockReminderService(options: StockReminderServiceOptions): StockReminderService {
  const { database, mailWriter, clock, limiter } = options;

  function assertEnabled({ site }: ScopedContext): void {
    if (!site.site.enableStockReminderFeature) throw createNotFound();
  }

  return {
    async request(context, { params: { productVariantId }, body }) {
      assertEnabled(context);
      const { site, language, visitorAddress } = context;
      const now = new Date(clock());
      const emailAddress = normaliseEmailAddress(body.emailAddress);
      if (!isEmailAddress(emailAddress)) {
        throw createValidationFailed([{ field: 'emailAddress', code: 'format' }]);
      }
      const mailbox = getMailbox(emailAddress);
      await limiter.takeForAddress(stockReminderRateLimits.perVisitor, visitorAddress);
      await limiter.take(stockReminderRateLimits.perAddress, mailbox);
      await limiter.take(stockReminderRateLimits.perAddressAndDay, mailbox);
      const scope = { siteId: site.site.siteId, languageId: language.languageId, productVariantId };
      const variant = await findVariant(database, scope);
      if (!variant) throw createNotFound();
      if (isAvailable(variant)) throw new ProblemError('in_stock');
      const token = createToken();
      await database.transaction(
        'request-stock-reminder',
        async (transaction) => {
          const isOpen = await saveStockReminder(transaction, {
            ...scope,
            emailAddress,
            confirmTokenHash: hashToken(token),
            createdAt: now,
          });
          // A confirmed address gets no second mail. The response is the same and takes the same time.
          await mailWriter.putMail(transaction, {
            kind: 'stock-reminder-confirm',
            site,
            language,
            recipient: emailAddress,
            now,
            isWanted: isOpen,
            compose: (t, origin) =>
              composeConfirmMail(t, {
                product: getVariantName(variant, language.culture),
                url: `${origin}${STOCK_REMINDER_CONFIRM_PATH}?token=${token}`,
                hours: CONFIRMATION_VALIDITY_HOURS,
              }),
            createUnsubscribeUrl: (origin) => `${origin}${STOCK_REMINDER_UNSUBSCRIBE_PATH}?token=${token}`,
          });
        },
        { signal: context.signal },
      );
    },

    async confirm(context, token) {
      assertEnabled(context);
      const { site, language } = context;
      const { siteId } = site.site;
      const now = new Date(clock());
      const found = await findReminderByConfirmToken(database, siteId, hashToken(token));
      if (!found) throw new ProblemError('token_invalid');
      if (
        !found.confirmedAt &&
        now.getTime() - found.createdAt.getTime() > CONFIRMATION_VALIDITY_HOURS * HOUR_MS
      ) {
        throw new ProblemError('token_expired');
      }
      const variant = await findVariant(database, {
        siteId,
        languageId: language.languageId,
        productVariantId: found.productVariantId,
      });
      // The site no longer sells the variant, so the reminder is void.
      if (!variant) throw new ProblemError('token_expired');
      await markReminderConfirmed(database, found.stockReminderId, now);
      return { title: getVariantName(variant, language.culture), url: encodeURI(variant.path) };
    },

    async end({ site }, token) {
      // Works also after the feature was switched off, and for reminders that no longer exist.
      await deleteReminderByToken(database, site.site.siteId, hashToken(token));
    },
  };
}
