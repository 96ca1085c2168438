import { inArray, or } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { selectCartsOfAccount } from '../carts/queries.ts';
import { selectOrdersOfPerson } from '../orders/queries.ts';
import { giftCardRetention } from './retention.ts';
import { cartGiftCard, giftCard, giftCardMovement } from './tables.ts';

/** Gift cards that a person bought or paid with. Those in carts are deleted with the cart. */
export const giftCardPersonalData: PersonalDataSource = {
  tables: {
    cartGiftCard: createPersonTable(cartGiftCard, {
      topic: 'carts',
      whereOwnedBy: (database, { accountId }) =>
        inArray(cartGiftCard.cartId, selectCartsOfAccount(database, accountId)),
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [giftCardRetention.cartGiftCards],
    }),
    giftCard: createPersonTable(giftCard, {
      topic: 'giftCards',
      // Cards that were bought, and cards that have paid.
      whereOwnedBy: (database, person) =>
        or(
          inArray(giftCard.orderId, selectOrdersOfPerson(database, person)),
          inArray(
            giftCard.giftCardId,
            database
              .select({ giftCardId: giftCardMovement.giftCardId })
              .from(giftCardMovement)
              .where(inArray(giftCardMovement.orderId, selectOrdersOfPerson(database, person))),
          ),
        ),
      // The balance is only shown to the holder of number and PIN.
      excludedColumns: ['numberHash', 'pinHash', 'balance'],
      onClosure: 'kept by law',
      retention: [giftCardRetention.giftCards],
    }),
    giftCardMovement: createPersonTable(giftCardMovement, {
      topic: 'giftCards',
      whereOwnedBy: (database, person) =>
        inArray(giftCardMovement.orderId, selectOrdersOfPerson(database, person)),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [giftCardRetention.giftCardMovements],
    }),
  },
};
