import { createHash, randomUUID } from 'node:crypto';
import type { CallAnswer } from '../../../../shared/contract/calls.ts';
import type { ProductSummary } from '../../../../shared/contract/products.ts';
import { ACCOUNT_RETURNS_PATH } from '../../../../shared/rules/account/account-paths.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { readDate } from '../../../../shared/rules/people/typed-date.ts';
import { cleanReturn, isReturnReason, listReturnProblems } from '../../../../shared/rules/returns.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import {
  type AnswerStore,
  createIdempotentRequest,
  DuplicateRequestError,
} from '../../core/idempotency/stored-answers.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { findAccount } from '../../customers/accounts/queries.ts';
import { findRegionCode } from '../../sites/countries/queries.ts';
import { getLocalDate, getTimeZone } from '../../sites/local-dates.ts';
import type { ContextOf, ScopedContext, SessionContext } from '../../sites/scoped-call.ts';
import { type BoughtLine, listBoughtLines } from '../orders/queries.ts';
import type { OrderChanger } from '../orders/types.ts';
import { cleanPhotos } from './clean-photos.ts';
import { composeReceivedMail, composeReturnServiceMail } from './mails.ts';
import {
  countUnreturnablePieces,
  findPhoto,
  getOrderedVariantKey,
  getReturnStatus,
  insertReturn,
  listPhotoPositions,
  listReturnAnswers,
  listReturnsOfAccount,
} from './queries.ts';
import type { SubmittedReturn, UploadedPhoto } from './read-return.ts';

/** The id of a created return. */
export interface CreatedReturn {
  readonly returnId: string;
}

export interface ReturnService {
  fetchReturns(context: ContextOf<'fetchReturns'>): Promise<CallAnswer<'fetchReturns'>>;
  fetchReturnableProducts(
    context: ContextOf<'fetchReturnableProducts'>,
  ): Promise<CallAnswer<'fetchReturnableProducts'>>;
  /**
   * Creates a return and notifies the customer and customer service.
   *
   * @param key value of the header `Idempotency-Key`: a repeat gets the same response and creates nothing
   * @throws ProblemError `validation_failed`, `file_refused`, `not_found` if the goods were not sent to the
   * account on this site, `too_many_attempts`, `idempotency_key_reused`
   */
  create(
    context: SessionContext,
    submitted: SubmittedReturn,
    key: string | undefined,
  ): Promise<CreatedReturn>;
  /** Returns a photo of a return of the account as JPEG; undefined if there is none. */
  fetchPhoto(context: SessionContext, returnId: string, position: number): Promise<Buffer | undefined>;
}

/** Limits returns to more than any customer needs in a day. */
export const returnRateLimits = defineLimits('returns', {
  perAccount: { maxAttempts: 10, windowMs: 24 * HOUR_MS },
  perVisitor: { maxAttempts: 40, windowMs: 24 * HOUR_MS },
});

/** Creates the service of returns. */
export function createReturnService(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly limiter: Limiter;
  readonly mailWriter: MailWriter;
  readonly products: ProductService;
  readonly answers: AnswerStore;
  readonly orders: Pick<OrderChanger, 'lock'>;
}): ReturnService {
  const { database, clock, limiter, mailWriter, products, answers, orders } = deps;

  /**
   * Returns the current list data of some variants by id. Variants that the site no longer sells have no
   * entry.
   */
  async function fetchProducts(
    context: ScopedContext,
    goods: readonly { readonly productVariantId: number }[],
  ): Promise<ReadonlyMap<number, ProductSummary>> {
    const ids = [...new Set(goods.map(({ productVariantId }) => productVariantId))];
    const summaries = ids.length === 0 ? [] : await products.fetchSummaries(context, ids);
    return new Map(summaries.map((summary) => [summary.productVariantId, summary]));
  }

  const listBought = (
    { account, site }: Pick<SessionContext, 'account' | 'site'>,
    orderId?: string,
    handle = database,
  ) => listBoughtLines(handle, { accountId: account.accountId, siteId: site.site.siteId }, orderId);

  /** Lists the bought goods with the pieces that can still be returned. */
  async function listReturnableLines(
    context: Pick<SessionContext, 'account' | 'site'>,
    orderId?: string,
    handle = database,
  ): Promise<BoughtLine[]> {
    const lines = mergeLinesByVariant(await listBought(context, orderId, handle));
    const orderIds = [...new Set(lines.map((line) => line.orderId))];
    const claimed = await countUnreturnablePieces(handle, orderIds);
    return lines.flatMap((line) => {
      const quantity = line.quantity - (claimed.get(getOrderedVariantKey(line)) ?? 0);
      return quantity > 0 ? [{ ...line, quantity }] : [];
    });
  }

  async function fetchToday({ site }: ScopedContext): Promise<string> {
    const regionCode = await findRegionCode(database, site.site.countryId);
    return getLocalDate(new Date(clock()), getTimeZone(regionCode));
  }

  return {
    async fetchReturns(context) {
      const rows = await listReturnsOfAccount(database, context.account.accountId);
      const ids = rows.map(({ returnId }) => returnId);
      const [positions, answers, summaries] = await Promise.all([
        listPhotoPositions(database, ids),
        listReturnAnswers(database, ids),
        fetchProducts(context, rows),
      ]);
      const answersByReturn = Map.groupBy(answers, ({ returnId }) => returnId);
      const photosByReturn = Map.groupBy(positions, ({ returnId }) => returnId);
      return rows.map((row) => ({
        returnId: row.returnId,
        created: row.createdAt.toISOString(),
        orderId: row.orderId,
        orderNumber: row.orderNumber,
        productVariantId: row.productVariantId,
        description: row.description,
        productLabel: row.productLabel,
        product: summaries.get(row.productVariantId) ?? null,
        quantity: row.quantity,
        reason: row.reason,
        text: row.text,
        labelDate: row.labelDate,
        status: getReturnStatus(answersByReturn.get(row.returnId) ?? []),
        answers: (answersByReturn.get(row.returnId) ?? []).map(
          ({ at, status, text, amount, orderNumber }) => ({
            at: at.toISOString(),
            status,
            text,
            amount,
            orderNumber,
          }),
        ),
        photos: (photosByReturn.get(row.returnId) ?? []).map(({ position }) => ({
          path: `/api/returns/${row.returnId}/photos/${position}`,
        })),
      }));
    },

    async fetchReturnableProducts(context) {
      const lines = await listReturnableLines(context);
      const summaries = await fetchProducts(context, lines);
      return lines.map(({ orderedAt, ...line }) => ({
        ...line,
        orderedAt: orderedAt.toISOString(),
        product: summaries.get(line.productVariantId) ?? null,
      }));
    },

    async create(context, sent, key) {
      const { site, language, account, visitorAddress, signal } = context;
      const now = new Date(clock());
      const fields = cleanReturn(sent.fields);
      const keyedRequest =
        key === undefined
          ? undefined
          : createIdempotentRequest({
              call: 'createReturn',
              siteId: site.site.siteId,
              caller: { account, cart: null, staff: null },
              cartCookie: null,
              visitorAddress,
              key,
              input: { body: { ...fields, photos: sent.photos.map(hashPhoto) } },
              now,
            });
      // Checked before limits and rules, whose result may have changed since the first request.
      const known = keyedRequest && (await answers.find(keyedRequest));
      if (known) return parseCreatedReturn(known.body);
      const problems = listReturnProblems(fields, {
        photos: sent.photos.length,
        today: await fetchToday(context),
      });
      if (problems.length > 0) throw createValidationFailed(problems);
      const { reason, orderId, description: text } = fields;
      if (!isReturnReason(reason)) throw createValidationFailed([{ field: 'reason', code: 'enum' }]);
      const productVariantId = Number(fields.productVariantId);
      const quantity = Number(fields.quantity);
      const isSameVariant = (bought: BoughtLine) => bought.productVariantId === productVariantId;
      const line = (await listBought(context, orderId)).find(isSameVariant);
      if (!line) throw createNotFound();
      const assertReturnable = (returnable: readonly BoughtLine[]) => {
        if ((returnable.find(isSameVariant)?.quantity ?? 0) >= quantity) return;
        throw createValidationFailed([{ field: 'quantity', code: 'maximum' }]);
      };
      assertReturnable(await listReturnableLines(context, orderId));
      await limiter.take(returnRateLimits.perAccount, account.accountId);
      await limiter.takeForAddress(returnRateLimits.perVisitor, visitorAddress);
      const photos = await cleanPhotos(sent.photos);
      const returnId = randomUUID();
      const isDated = reason === 'past-date';
      try {
        return await answers.run(keyedRequest, {
          name: 'write-return',
          status: 200,
          signal,
          run: async (transaction) => {
            const owner = await findAccount(transaction, account.accountId);
            // The account was closed in the meantime.
            if (!owner) throw new ProblemError('not_authenticated');
            // Excludes concurrent returns and refunds.
            await orders.lock(transaction, orderId);
            assertReturnable(await listReturnableLines(context, orderId, transaction));
            await insertReturn(
              transaction,
              {
                returnId,
                accountId: account.accountId,
                orderId,
                productVariantId,
                quantity,
                reason,
                text,
                labelDate: isDated ? readDate(fields.labelDate) : null,
                createdAt: now,
              },
              photos.map((photo, index) => ({ position: index + 1, ...photo })),
            );
            const details = {
              product: [line.description, line.productLabel].filter((part) => part !== '').join(', '),
              orderNumber: line.orderNumber,
              quantity,
              reason,
              labelDate: isDated ? fields.labelDate : null,
              text,
              photos: photos.length,
            };
            const { emailAddress, firstName, lastName } = owner;
            await mailWriter.putMail(transaction, {
              kind: 'return-received',
              site,
              language,
              recipient: emailAddress,
              now,
              compose: (t, origin) => composeReceivedMail(t, details, origin + ACCOUNT_RETURNS_PATH),
            });
            await mailWriter.putMail(transaction, {
              kind: 'return-requested',
              site,
              language,
              recipient: site.site.customerServiceEmailAddress,
              now,
              compose: (t) =>
                composeReturnServiceMail(t, details, {
                  name: `${firstName} ${lastName}`,
                  emailAddress,
                  returnId,
                }),
            });
            return { returnId };
          },
        });
      } catch (error) {
        // A concurrent request with the same key has just written the response.
        if (error instanceof DuplicateRequestError) return parseCreatedReturn(error.answer.body);
        throw error;
      }
    },

    fetchPhoto: ({ account }, returnId, position) =>
      findPhoto(database, { accountId: account.accountId, returnId, position }),
  };
}

/** Merges bought goods and gifts of the same variant in one order, which are returned together. */
function mergeLinesByVariant(lines: readonly BoughtLine[]): BoughtLine[] {
  const byGoods = Map.groupBy(lines, getOrderedVariantKey);
  return [...byGoods.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) }] : [];
  });
}

const hashPhoto = (photo: UploadedPhoto): string =>
  photo === undefined ? '' : createHash('sha256').update(photo).digest('base64url');

/** Returns the response that was stored for a key. */
function parseCreatedReturn(body: unknown): CreatedReturn {
  const returnId =
    typeof body === 'object' && body !== null && 'returnId' in body ? body.returnId : undefined;
  if (typeof returnId !== 'string') throw new Error('The stored response contains no returnId');
  return { returnId };
}
