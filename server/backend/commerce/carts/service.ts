import {
  MAX_LINE_QUANTITY,
  MAX_LINES,
  MAX_ROUGHAGE_SAMPLE_NAME_LENGTH,
} from '../../../../shared/rules/cart/cart-limits.ts';
import { isRoughageTest } from '../../../../shared/rules/cart/shipping-properties.ts';
import { cleanLine } from '../../../../shared/rules/typed-text.ts';
import {
  findSoldVariant,
  listRecommendedVariantIds,
  type SoldVariant,
} from '../../catalogue/products/queries.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import type { Database } from '../../core/database/database.ts';
import { canAccessCart } from '../../core/http/caller.ts';
import {
  createNotFound,
  createRefusal,
  createValidationFailed,
  ProblemError,
} from '../../core/http/problem-error.ts';
import type { Limiter } from '../../core/limits/limiter.ts';
import { hashToken } from '../../core/security/token.ts';
import { assertSiteSells } from '../../sites/assert-site-sells.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { findCartGiftCard } from '../gift-cards/queries.ts';
import type { AccountCartService } from './account-carts.ts';
import type { CartChanger } from './change-cart.ts';
import { createCartFactory } from './create-cart.ts';
import { createCartAnswer } from './create-cart-answer.ts';
import { findPickupLocation } from './pickup-location.ts';
import {
  type CartLine,
  countCampaignVisit,
  deleteCartLine,
  deleteSamples,
  findCart,
  findCartAccess,
  insertSamples,
  listCartLines,
  putCartLine,
  updateCart,
  updateRoughageSampleName,
} from './queries.ts';
import { chooseRoughageSamplesToRemove, createSamples } from './roughage-samples.ts';

export type { CalculationResult, SoldLine } from './calculation.ts';
export type { CartContext } from './change-cart.ts';
export type { CartCheckout, LockedCheckoutCart } from './checkout.ts';
export type { CartLine, CartRecord } from './queries.ts';
export type { CartDetails, TransferLines } from './transfer-lines.ts';

import { cartRateLimits } from './rate-limits.ts';
import type { CartService } from './types.ts';

const MAX_RECOMMENDATIONS = 4;
/** Creates the service. */
export function createCartService(deps: {
  readonly database: Database;
  readonly changer: CartChanger;
  readonly accountCarts: AccountCartService;
  readonly products: ProductService;
  readonly limiter: Limiter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): CartService {
  const { database, changer, products, limiter } = deps;
  const getNow = () => new Date(deps.clock());

  /** @throws ProblemError `not_found` if the site does not sell the variant */
  async function fetchSoldVariant(
    { site, now }: ScopedContext,
    productVariantId: number,
  ): Promise<SoldVariant> {
    const found = await findSoldVariant(database, { siteId: site.site.siteId, now }, productVariantId);
    if (!found) throw createNotFound();
    return found;
  }

  const findLine = async (transaction: Database, cartId: number, productVariantId: number) => {
    const lines = await listCartLines(transaction, cartId);
    return { lines, line: lines.find((known) => known.productVariantId === productVariantId) };
  };

  /** @throws ProblemError if the stock is too low or a line may not have that many pieces */
  function assertQuantityAvailable({ productVariantId, stockAmount }: SoldVariant, wanted: number): void {
    if (wanted > MAX_LINE_QUANTITY) throw createValidationFailed([{ field: 'quantity', code: 'maximum' }]);
    if (stockAmount !== null && wanted > stockAmount) {
      throw createRefusal('insufficient_stock', { lines: [{ productVariantId, amount: stockAmount }] });
    }
  }

  /** Sets the quantity of a line and creates a sample for each piece of a roughage test. */
  async function writeQuantity(
    transaction: Database,
    cartId: number,
    goods: Pick<CartLine, 'productVariantId' | 'productType'>,
    line: CartLine | undefined,
    wanted: number,
  ): Promise<void> {
    const { productVariantId } = goods;
    await putCartLine(transaction, { cartId, productVariantId, count: wanted });
    if (!isRoughageTest(goods)) return;
    const has = line?.samples.length ?? 0;
    await insertSamples(
      transaction,
      cartId,
      productVariantId,
      createSamples(line ?? { samples: [] }, Math.max(0, wanted - has)),
    );
    if (line) {
      const dropped = chooseRoughageSamplesToRemove(line, Math.max(0, has - wanted));
      await deleteSamples(transaction, cartId, productVariantId, dropped);
    }
  }

  return {
    async findCallerCart(shoppingcartId, siteId) {
      const found = await findCartAccess(database, {
        idHash: hashToken(shoppingcartId),
        siteId,
        now: getNow(),
      });
      return found ? { ...found, shoppingcartId } : null;
    },

    create: createCartFactory({ ...deps, getNow }),

    async fetch({ cart }) {
      const record = await findCart(database, cart.cartId);
      // The cart was removed after its id was verified.
      if (!record) throw createNotFound();
      const [lines, giftCard, pickupPlace] = await Promise.all([
        listCartLines(database, cart.cartId),
        findCartGiftCard(database, cart.cartId),
        findPickupLocation(database, record),
      ]);
      return { ...createCartAnswer(record, lines, giftCard, cart), ...(pickupPlace && { pickupPlace }) };
    },

    async add(context, { query: { productVariantId, quantity } }) {
      const { cartId } = context.cart;
      const goods = await fetchSoldVariant(context, productVariantId);
      await context.once('change-cart', (transaction) =>
        changer.changeInTransaction(transaction, context, 'add-product', async () => {
          const { lines, line } = await findLine(transaction, cartId, productVariantId);
          if (!line && lines.length >= MAX_LINES) throw new ProblemError('too_many_lines');
          const wanted = (line?.count ?? 0) + quantity;
          assertQuantityAvailable(goods, wanted);
          await writeQuantity(transaction, cartId, goods, line, wanted);
        }),
      );
    },

    async alter(context, { params: { productVariantId }, query: { quantity } }) {
      const { cartId } = context.cart;
      const goods = await fetchSoldVariant(context, productVariantId);
      await changer.change(context, 'alter-product', async (transaction) => {
        const { line } = await findLine(transaction, cartId, productVariantId);
        if (!line) throw createNotFound();
        assertQuantityAvailable(goods, quantity);
        await writeQuantity(transaction, cartId, line, line, quantity);
      });
    },

    async remove(context, { params: { productVariantId } }) {
      await changer.change(context, 'remove-product', (transaction) =>
        deleteCartLine(transaction, context.cart.cartId, productVariantId),
      );
    },

    async removeSample(context, { params: { productVariantId, sequence } }) {
      const { cartId } = context.cart;
      await changer.change(context, 'remove-sample', async (transaction) => {
        const { line } = await findLine(transaction, cartId, productVariantId);
        // The sample was already deleted: a repeated call must not delete another one.
        if (!line?.samples.some((sample) => sample.sequence === sequence)) return;
        if (line.count === 1) await deleteCartLine(transaction, cartId, productVariantId);
        else {
          await deleteSamples(transaction, cartId, productVariantId, [sequence]);
          await putCartLine(transaction, { cartId, productVariantId, count: line.count - 1 });
        }
      });
    },

    async nameSample(context, { query: { productVariantId, sequence, samplename } }) {
      const { cartId } = context.cart;
      const sampleName = cleanLine(samplename);
      if (sampleName === '') throw createValidationFailed([{ field: 'samplename', code: 'required' }]);
      if ([...sampleName].length > MAX_ROUGHAGE_SAMPLE_NAME_LENGTH) {
        throw createValidationFailed([{ field: 'samplename', code: 'maxLength' }]);
      }
      await changer.change(context, 'name-sample', async (transaction) => {
        const { lines, line } = await findLine(transaction, cartId, productVariantId);
        if (!line?.samples.some((sample) => sample.sequence === sequence)) throw createNotFound();
        const isSame = (name: string | null) => name?.toLowerCase() === sampleName.toLowerCase();
        const isTaken = lines
          .filter(({ productId }) => productId === line.productId)
          .some((own) =>
            own.samples.some(
              (sample) => isSame(sample.sampleName) && !(own === line && sample.sequence === sequence),
            ),
          );
        if (isTaken) throw new ProblemError('sample_name_taken');
        await updateRoughageSampleName(transaction, { cartId, productVariantId, sequence, sampleName });
      });
    },

    async fetchRecommendations(context) {
      const lines = await listCartLines(database, context.cart.cartId);
      const productIds = lines.map(({ productId }) => productId);
      const ids = await listRecommendedVariantIds(database, context.site.site.siteId, productIds);
      const summaries = await products.fetchSummaries(context, ids);
      return summaries.filter(({ stock }) => stock.isAvailable).slice(0, MAX_RECOMMENDATIONS);
    },

    async reportConversion(context, { query: { mailCampaignId } }) {
      assertSiteSells(context);
      const { site, visitorAddress, cookies, signal } = context;
      const { siteId } = site.site;
      await limiter.takeForAddress(cartRateLimits.visitsPerVisitor, visitorAddress);
      const now = getNow();
      const access =
        cookies.cart === null
          ? undefined
          : await findCartAccess(database, { idHash: hashToken(cookies.cart), siteId, now });
      await database.transaction(
        'report-conversion',
        async (transaction) => {
          await countCampaignVisit(transaction, {
            siteId,
            mailCampaignId,
            day: now.toISOString().slice(0, 10),
          });
          // Visits of staff members who view a cart are not counted for mail campaigns.
          if (
            access?.impersonatedUntil === null &&
            !access.isOrdered &&
            canAccessCart(access, context.account)
          ) {
            await updateCart(transaction, access.cartId, { mailCampaignId });
          }
        },
        { signal },
      );
    },
  };
}
