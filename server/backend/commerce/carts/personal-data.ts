import { eq, inArray } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { deleteCartsOfAccount, deleteCartsOfGuest, selectCartsOfAccount } from './queries.ts';
import { cartRetention } from './retention.ts';
import { cart, cartAccess, cartHandover, cartImpersonation, cartProduct, cartSample } from './tables.ts';

/** Carts of an account, and those in which a guest has typed an address. */
export const cartPersonalData: PersonalDataSource = {
  tables: {
    cart: createPersonTable(cart, {
      topic: 'carts',
      whereOwnedBy: (_database, { accountId }) => eq(cart.accountId, accountId),
      excludedColumns: ['passwordHash'],
      onClosure: 'deleted',
      retention: [cartRetention.carts],
    }),
    cartAccess: createPersonTable(cartAccess, {
      topic: 'carts',
      whereOwnedBy: (database, { accountId }) =>
        inArray(cartAccess.cartId, selectCartsOfAccount(database, accountId)),
      excludedColumns: ['idHash'],
      onClosure: 'deleted',
      retention: [cartRetention.cartIds],
    }),
    cartHandover: createPersonTable(cartHandover, {
      topic: 'carts',
      whereOwnedBy: (database, { accountId }) =>
        inArray(cartHandover.cartId, selectCartsOfAccount(database, accountId)),
      excludedColumns: ['tokenHash'],
      onClosure: 'deleted',
      retention: [cartRetention.handovers],
    }),
    cartImpersonation: createPersonTable(cartImpersonation, {
      topic: 'carts',
      whereOwnedBy: (database, { accountId }) =>
        inArray(cartImpersonation.cartId, selectCartsOfAccount(database, accountId)),
      excludedColumns: ['keyHash'],
      onClosure: 'deleted',
      retention: [cartRetention.impersonations],
    }),
    cartProduct: createPersonTable(cartProduct, {
      topic: 'carts',
      whereOwnedBy: (database, { accountId }) =>
        inArray(cartProduct.cartId, selectCartsOfAccount(database, accountId)),
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [cartRetention.cartProducts],
    }),
    cartSample: createPersonTable(cartSample, {
      topic: 'carts',
      whereOwnedBy: (database, { accountId }) =>
        inArray(cartSample.cartId, selectCartsOfAccount(database, accountId)),
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [cartRetention.cartSamples],
    }),
  },
  accountErasure: {
    position: 10,
    erase: (transaction, { accountId }) => deleteCartsOfAccount(transaction, accountId),
  },
  guestErasure: { position: 20, erase: deleteCartsOfGuest },
};
