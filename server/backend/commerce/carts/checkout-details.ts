import { Compile } from 'typebox/compile';
import type { Address } from '../../../../shared/contract/addresses.ts';
import type { CallInput } from '../../../../shared/contract/calls.ts';
import { AlternativeShippingAddress } from '../../../../shared/contract/people.ts';
import { isSentAsParcel } from '../../../../shared/rules/cart/shipping-properties.ts';
import { normaliseGiftCardDigits } from '../../../../shared/rules/gift-card-number.ts';
import {
  cleanBilling,
  cleanName,
  listBillingProblems,
  type PersonProblem,
} from '../../../../shared/rules/people/person-details.ts';
import { HOME_DELIVERY_METHOD, PARCEL_SHOP_METHOD } from '../../../../shared/rules/shipping-costs.ts';
import { cleanLine } from '../../../../shared/rules/typed-text.ts';
import { findDealer, findParcelShop } from '../../content/locations/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import { listStoredAddresses } from '../../customers/accounts/queries.ts';
import {
  type AddressLookupService,
  type CheckAddress,
  fetchAddressRules,
  validateRecipient,
} from '../../customers/address-lookups/service.ts';
import { findCartGiftCard, putCartGiftCard } from '../gift-cards/queries.ts';
import type { GiftCardService } from '../gift-cards/types.ts';
import { findLatestBilling } from '../orders/queries.ts';
import { readIssuer } from '../payments/service.ts';
import type { Payments } from '../payments/types.ts';
import type { CartAction, CartChanger, CartContext } from './change-cart.ts';
import { assertDestinationDeliverable } from './delivery-country.ts';
import { type CartRecord, findCart, listCartLines, updateCart } from './queries.ts';

/** Stores the order details: customer, delivery and payment method. */
export interface CheckoutDetailsService {
  setBilling(context: CartContext, input: CallInput<'setBilling'>): Promise<undefined>;
  setShipping(context: CartContext, input: CallInput<'setShipping'>): Promise<undefined>;
  setAlternativeShipping(
    context: CartContext,
    input: CallInput<'setAlternativeShipping'>,
  ): Promise<undefined>;
  setPayment(context: CartContext, input: CallInput<'setPayment'>): Promise<undefined>;
  setGiftCard(context: CartContext, input: CallInput<'setGiftCard'>): Promise<undefined>;
  removeGiftCard(context: CartContext): Promise<undefined>;
  setDraft(context: CartContext, input: CallInput<'setDraft'>): Promise<undefined>;
  setNewsletter(context: CartContext, input: CallInput<'setNewsletter'>): Promise<undefined>;
  setDealer(context: CartContext, input: CallInput<'setDealer'>): Promise<undefined>;
  setParcelShop(context: CartContext, input: CallInput<'setParcelShop'>): Promise<undefined>;
}

const alternativeAddressValidator = Compile(AlternativeShippingAddress);

type DestinationChange = Partial<Pick<CartRecord, 'billing' | 'shipping' | 'alternativeShippingAddress'>> &
  Partial<typeof clearedPickup>;

/** Clears the draft after the step was sent. */
const clearedDraft = { draft: null } as const;

/** Clears the pickup location for delivery to an address. */
const clearedPickup = { dealerId: null, parcelShopId: null, parcelShopZipcodeOrCity: null } as const;

/** @throws ProblemError `validation_failed` if the text is not a valid address */
function parseAlternativeAddress(text: string): AlternativeShippingAddress {
  const field = 'alternativeShippingAddress';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createValidationFailed([{ field, code: 'format' }]);
  }
  if (text.includes('\\u0000') || !alternativeAddressValidator.Check(value)) {
    throw createValidationFailed([{ field, code: 'type' }]);
  }
  return value;
}

/** Creates the service. */
export function createCheckoutDetailsService(deps: {
  readonly database: Database;
  readonly changer: CartChanger;
  readonly giftCards: GiftCardService;
  readonly addressLookups: Pick<AddressLookupService, 'listProblems'>;
  readonly payments: Pick<Payments, 'listIssuers'>;
}): CheckoutDetailsService {
  const { database, changer, giftCards, addressLookups, payments } = deps;

  /**
   * Verifies number and PIN of a gift card.
   *
   * @returns its id; null if both are empty and that is allowed
   * @throws ProblemError as `prove` does; `validation_failed` if only one of the two is given
   */
  async function readGiftCard(
    { visitorAddress, now }: CartContext,
    { giftCardNumber, giftCardPin }: Pick<CallInput<'setPayment'>['body'], 'giftCardNumber' | 'giftCardPin'>,
    isRequired: boolean,
  ): Promise<number | null> {
    const number = normaliseGiftCardDigits(giftCardNumber ?? '');
    const pin = normaliseGiftCardDigits(giftCardPin ?? '');
    if (number === '' && pin === '' && !isRequired) return null;
    const empty = [...(number === '' ? ['giftCardNumber'] : []), ...(pin === '' ? ['giftCardPin'] : [])];
    if (empty.length > 0) {
      throw createValidationFailed(empty.map((field) => ({ field, code: 'required' as const })));
    }
    return giftCards.verifyCard({ number, pin }, { visitorAddress, now });
  }

  /** Lists the addresses stored in the visitor's cart and account. */
  async function listStored({ cart, account }: CartContext): Promise<Address[]> {
    const [record, savedAddresses] = await Promise.all([
      findCart(database, cart.cartId),
      account ? listStoredAddresses(database, account.accountId, { findLatestBilling }) : [],
    ]);
    const { billing, shipping, alternativeShippingAddress } = record ?? {};
    const cartAddresses = [billing?.address, shipping?.address, alternativeShippingAddress?.address];
    return [...cartAddresses.filter((address) => address != null), ...savedAddresses];
  }

  const createCheck =
    (context: CartContext, isAddressConfirmed: boolean | undefined): CheckAddress =>
    (address, path) =>
      addressLookups.listProblems(
        address,
        {
          visitorAddress: context.visitorAddress,
          isAddressConfirmed,
          listStored: () => listStored(context),
        },
        path,
      );

  /** @throws ProblemError `validation_failed` */
  async function checkRecipient(
    typed: AlternativeShippingAddress,
    check: CheckAddress,
  ): Promise<AlternativeShippingAddress> {
    const { recipient, problems } = await validateRecipient(database, typed, check);
    if (problems.length > 0) throw createValidationFailed(problems);
    return recipient;
  }

  /** Changes a cart if the site delivers to the resulting destination. */
  const changeDestination = (
    context: CartContext,
    act: CartAction,
    change: DestinationChange,
  ): Promise<undefined> =>
    changer.change(context, act, async (transaction, record) => {
      await assertDestinationDeliverable(transaction, context, { ...record, ...change });
      await updateCart(transaction, record.cartId, { ...change, ...clearedDraft });
      return undefined;
    });

  return {
    async setBilling(context, { body }) {
      const rules = await fetchAddressRules(database, body.address, 'address.');
      const billing = cleanBilling(body, rules);
      const lines = await listCartLines(database, context.cart.cartId);
      const problems: PersonProblem[] = listBillingProblems(billing, rules, {
        needsPhone: lines.some(isSentAsParcel),
      });
      if (!problems.some(({ field }) => field.startsWith('address.'))) {
        const check = createCheck(context, body.isAddressConfirmed);
        problems.push(...(await check(billing.address, 'address.')));
      }
      if (problems.length > 0) throw createValidationFailed(problems);
      return changeDestination(context, 'set-billing', { billing });
    },

    async setShipping(context, { body }) {
      const { shippingMethod } = body;
      const { shippingMethods } = context.site.setting;
      if (!shippingMethods.some((known) => known.shippingMethod === shippingMethod)) {
        throw createValidationFailed([{ field: 'shippingMethod', code: 'unknown' }]);
      }
      const { address } = body;
      const recipient =
        address === null
          ? { ...cleanName(body), address }
          : await checkRecipient({ ...body, address }, createCheck(context, body.isAddressConfirmed));
      return changeDestination(context, 'set-shipping', {
        shipping: { shippingMethod, ...recipient },
        ...clearedPickup,
      });
    },

    async setAlternativeShipping(context, { query }) {
      const { alternativeShippingAddress: text, isAddressConfirmed } = query;
      if (text === '') {
        return changeDestination(context, 'set-alternative-shipping', { alternativeShippingAddress: null });
      }
      const alternativeShippingAddress = await checkRecipient(
        parseAlternativeAddress(text),
        createCheck(context, isAddressConfirmed),
      );
      return changeDestination(context, 'set-alternative-shipping', { alternativeShippingAddress });
    },

    async setPayment(context, { body }) {
      const { paymentMethodId } = body;
      const method = context.site.paymentMethods.find((known) => known.paymentMethodId === paymentMethodId);
      if (!method) throw createValidationFailed([{ field: 'paymentMethodId', code: 'unknown' }]);
      const issuer = await readIssuer(payments, context.site, method, body.issuer);
      const currentCard = await findCartGiftCard(database, context.cart.cartId);
      const removesCard = body.giftCardNumber === null;
      const giftCardId = await readGiftCard(
        context,
        body,
        method.needsGiftCard && (currentCard === null || removesCard),
      );
      return changer.change(context, 'set-payment', async (transaction, { cartId }) => {
        await updateCart(transaction, cartId, {
          paymentMethodId,
          issuer,
        });
        if (giftCardId !== null || removesCard) await putCartGiftCard(transaction, cartId, giftCardId);
        return undefined;
      });
    },

    async setGiftCard(context, { body }) {
      const giftCardId = await readGiftCard(context, body, true);
      return changer.change(context, 'set-gift-card', async (transaction, { cartId }) => {
        await putCartGiftCard(transaction, cartId, giftCardId);
        return undefined;
      });
    },

    removeGiftCard: (context) =>
      changer.change(context, 'remove-gift-card', async (transaction, { cartId }) => {
        await putCartGiftCard(transaction, cartId, null);
        return undefined;
      }),

    setDraft: (context, { body }) =>
      changer.change(context, 'set-draft', async (transaction, { cartId }) => {
        const fields = Object.entries(body.fields).map(([name, text]) => [name, cleanLine(text)]);
        await updateCart(transaction, cartId, { draft: { ...body, fields: Object.fromEntries(fields) } });
        return undefined;
      }),

    setNewsletter: (context, { query: { subscribe } }) =>
      changer.change(context, 'set-newsletter', async (transaction, { cartId }) => {
        await updateCart(transaction, cartId, { newsletterSubscribe: subscribe });
        return undefined;
      }),

    async setDealer(context, { query: { dealerId } }) {
      const dealer = await findDealer(database, dealerId);
      if (!dealer) throw createNotFound();
      if (!dealer.isPickupPoint) throw new ProblemError('dealer_without_pickup');
      return changer.change(context, 'set-dealer', async (transaction, record) => {
        const change = {
          ...clearedPickup,
          dealerId,
          shipping: withShippingMethod(record.shipping, HOME_DELIVERY_METHOD),
        };
        await assertDestinationDeliverable(transaction, context, { ...record, ...change });
        await updateCart(transaction, record.cartId, { ...change, ...clearedDraft });
        return undefined;
      });
    },

    async setParcelShop(context, { query: { parcelShopId, parcelShopZipcodeOrCity } }) {
      const parcelShop = await findParcelShop(database, parcelShopId);
      // A site without the parcel service has no parcel shops.
      const { shippingMethods } = context.site.setting;
      const hasService = shippingMethods.some(({ shippingMethod }) => shippingMethod === PARCEL_SHOP_METHOD);
      if (!parcelShop || !hasService) throw createNotFound();
      const place = cleanLine(parcelShopZipcodeOrCity);
      if (place === '')
        throw createValidationFailed([{ field: 'parcelShopZipcodeOrCity', code: 'required' }]);
      return changer.change(context, 'set-parcel-shop', async (transaction, record) => {
        const lines = await listCartLines(transaction, record.cartId);
        const heaviest = Math.max(
          0,
          ...lines.filter(isSentAsParcel).map(({ grossWeightGrams }) => grossWeightGrams),
        );
        if (heaviest > parcelShop.maxParcelWeightGrams) throw new ProblemError('parcel_too_heavy');
        const change = {
          ...clearedPickup,
          parcelShopId,
          parcelShopZipcodeOrCity: place,
          shipping: withShippingMethod(record.shipping, PARCEL_SHOP_METHOD),
        };
        await assertDestinationDeliverable(transaction, context, { ...record, ...change });
        await updateCart(transaction, record.cartId, { ...change, ...clearedDraft });
        return undefined;
      });
    },
  };
}

/** Returns the delivery option of the chosen parcel shop or dealer. Typed names stay. */
function withShippingMethod(
  shipping: Parameters<typeof assertDestinationDeliverable>[2]['shipping'],
  shippingMethod: number,
) {
  const { firstName = '', lastName = '', address = null } = shipping ?? {};
  return { shippingMethod, firstName, lastName, address };
}
