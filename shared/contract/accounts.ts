import Type from 'typebox';
import { Address, AddressConfirmation } from './addresses.ts';
import type { ContractsOf } from './call-contract.ts';
import type { accountPaths } from './paths/accounts.ts';
import { AlternativeShippingAddress, Billing, Shipping } from './people.ts';
import { Id, Nullable } from './primitives.ts';

const Instant = Type.String({ format: 'date-time' });
/** More than any field may hold: what is too long for its field is told by the rules, with the field's own limit. */
const Typed = Type.String({ maxLength: 2000 });
/** As it was typed: nothing of it is cut or trimmed; `shared/rules/account/password.ts` says what it must be. */
const Password = Type.String({ maxLength: 2000 });
/** One that is compared with what is kept; the empty one is nobody's. */
const CurrentPassword = Type.String({ minLength: 1, maxLength: 2000 });
const UserId = Type.Object({ userId: Type.String({ format: 'uuid' }) });
/** Of a mailed link. */
const Token = Type.String({ minLength: 1, maxLength: 200 });
/**
 * Where a mailed link leads: an address on one of the site's own hosts, or a path. Only its path is used; the host is that of the site in the
 * language of the mail.
 */
const OwnUrl = Type.String({ minLength: 1, maxLength: 2000 });

/** A customer's account, for its owner. */
export const Account = Type.Object({
  userId: Type.String({ format: 'uuid' }),
  emailAddress: Type.String(),
  newEmailAddress: Nullable(
    Type.String({ description: 'Asked for, and not confirmed at the new mailbox yet' }),
  ),
  firstName: Type.String(),
  lastName: Type.String(),
  phoneNumber: Type.String(),
  mobilePhoneNumber: Type.String(),
  languageId: Type.Integer({ minimum: 1, description: 'Of the mails that the shop writes' }),
  companyName: Type.String(),
  vatNumber: Type.String(),
  newsletterSubscribe: Type.Boolean(),
  unreadQuickscanResults: Type.Integer({ minimum: 0 }),
  unreadFeedAdvice: Type.Integer({ minimum: 0 }),
  billing: Nullable(Billing),
  /** Of the latest order: a proposal where the account has no address. */
  latestBilling: Nullable(Billing),
  shipping: Nullable(Shipping),
  alternativeShippingAddress: Nullable(AlternativeShippingAddress),
  created: Instant,
  formToken: Type.String({
    description: 'Goes along in the forms of private pages: another session has another one',
  }),
});
export type Account = Type.Static<typeof Account>;

/** What somebody types who wants an account. */
export const Registration = Type.Object({
  emailAddress: Typed,
  password: Password,
  firstName: Typed,
  lastName: Typed,
  languageId: Type.Optional(Id),
  companyName: Type.Optional(Typed),
  vatNumber: Type.Optional(Typed),
  newsletterSubscribe: Type.Optional(Type.Boolean({ description: 'Counts once the account is activated' })),
});
export type Registration = Type.Static<typeof Registration>;

/** What its owner changes of an account; what is left out stays as it is. */
export const AccountChange = Type.Object({
  firstName: Type.Optional(Typed),
  lastName: Type.Optional(Typed),
  phoneNumber: Type.Optional(Typed),
  mobilePhoneNumber: Type.Optional(Typed),
  languageId: Type.Optional(Id),
  companyName: Type.Optional(Typed),
  vatNumber: Type.Optional(Typed),
  address: Type.Optional(Nullable(Address)),
  shipping: Type.Optional(Nullable(Shipping)),
  alternativeShippingAddress: Type.Optional(Nullable(AlternativeShippingAddress)),
  ...AddressConfirmation,
});
export type AccountChange = Type.Static<typeof AccountChange>;

/** Where somebody is signed in. */
export const AccountSession = Type.Object({
  sessionId: Type.String({ format: 'uuid' }),
  created: Instant,
  lastSeen: Instant,
  isCurrent: Type.Boolean({ description: 'The one that asks' }),
  isKept: Type.Boolean({ description: 'Stays when the browser is closed' }),
  browser: Nullable(Type.String({ description: "For example 'Firefox'; null where it is not known" })),
  system: Nullable(Type.String({ description: "For example 'Android'" })),
  network: Nullable(Type.String({ description: 'First part of the address: /24 of IPv4, /48 of IPv6' })),
});
export type AccountSession = Type.Static<typeof AccountSession>;

const SavedProperties = {
  addressName: Type.String({
    maxLength: 2000,
    description: "Chosen by the owner, for example 'Stable'; unique in the account, whatever the case",
  }),
  ...AlternativeShippingAddress.properties,
};

/** A delivery address for the address book of an account. */
export const AddressToSave = Type.Object({ ...SavedProperties, ...AddressConfirmation });
export type AddressToSave = Type.Static<typeof AddressToSave>;

/** A delivery address in the address book of an account. */
export const SavedAddress = Type.Object({
  addressId: Type.String({ format: 'uuid' }),
  ...SavedProperties,
});
export type SavedAddress = Type.Static<typeof SavedAddress>;

const AddressId = Type.Object({ addressId: Type.String({ format: 'uuid' }) });

/** Id of a session and a random key. */
const HandoverToken = Type.String({ minLength: 1, maxLength: 200 });

/** A proof of work that is asked for before another try: see `shared/rules/account/bot-check.ts`. */
export const BotCheck = Type.Object({
  challenge: Type.String({ description: 'Signed; good once, for two minutes' }),
  difficulty: Type.Integer({
    minimum: 1,
    maximum: 32,
    description: 'Bits that the hash of challenge and answer begins with, all of them 0',
  }),
});
export type BotCheck = Type.Static<typeof BotCheck>;

export const accountCalls = {
  fetchAccount: {
    summary: 'The account of who is signed in',
    needs: 'session',
    isIdempotent: true,
    answer: Account,
    refusals: [],
  },
  registerAccount: {
    summary:
      'Asks for an account; it can be used once the mailed link was followed. The answer is the same whether the address has one already',
    needs: 'open',
    botCheck: true,
    takesHash: true,
    isIdempotent: false,
    query: Type.Object({ callbackUrl: OwnUrl }),
    body: Registration,
    answer: null,
    refusals: ['too_many_attempts', 'not_found'],
  },
  updateAccount: {
    summary: 'Changes name, numbers, addresses, company or language',
    needs: 'session',
    isIdempotent: true,
    query: Type.Object({ callbackUrl: OwnUrl }),
    body: AccountChange,
    answer: null,
    refusals: ['too_many_attempts'],
  },
  confirmAccount: {
    summary:
      'What a mailed link asks for: activates an account, confirms a new e-mail address, or undoes the change of one. Activation with the password of the registration, or with a new one, attaches earlier orders of the address',
    needs: 'open',
    botCheck: true,
    takesHash: true,
    isIdempotent: false,
    params: UserId,
    query: Type.Object({
      token: Token,
      password: Type.Optional(Password),
      newPassword: Type.Optional(Password),
    }),
    answer: null,
    refusals: [
      'token_invalid',
      'token_expired',
      'invalid_credentials',
      'email_address_taken',
      'too_many_attempts',
    ],
  },
  checkAccountLink: {
    summary:
      'Whether a mailed link can still be used. Changes nothing, so programs that open links do not use them up; the same answer for a used, an expired and an unknown token',
    needs: 'open',
    isIdempotent: true,
    params: UserId,
    query: Type.Object({
      token: Token,
      purpose: Type.Enum(['confirm', 'reset'], {
        description: '`confirm`: for `confirmAccount`; `reset`: for `resetPassword`',
      }),
    }),
    answer: Type.Object({ isOpen: Type.Boolean() }),
    refusals: ['too_many_attempts'],
  },
  forgotPassword: {
    summary: 'Has a link mailed that sets a new password; the same answer for every address',
    needs: 'open',
    isIdempotent: false,
    query: Type.Object({ callbackUrl: OwnUrl }),
    body: Type.Object({ emailAddress: Typed }),
    answer: null,
    refusals: ['too_many_attempts', 'not_found'],
  },
  resendConfirmation: {
    summary:
      'Has the activation link mailed anew, and ends the one before; `userId` is an id or an e-mail address. The same answer for all',
    needs: 'open',
    botCheck: true,
    isIdempotent: false,
    query: Type.Object({
      userId: Type.String({ minLength: 1, maxLength: 2000 }),
      callbackUrl: OwnUrl,
    }),
    answer: null,
    refusals: ['too_many_attempts', 'not_found'],
  },
  resetPassword: {
    summary: 'Sets a new password by the token of the mailed link; all sessions end',
    needs: 'open',
    botCheck: true,
    takesHash: true,
    isIdempotent: false,
    params: UserId,
    query: Type.Object({ token: Token, newPassword: Password }),
    answer: null,
    refusals: ['token_invalid', 'token_expired', 'too_many_attempts'],
  },
  changePassword: {
    summary: 'Sets a new password; this session gets a new id, all others end',
    needs: 'session',
    takesHash: true,
    isIdempotent: false,
    body: Type.Object({ currentPassword: CurrentPassword, newPassword: Password }),
    answer: null,
    refusals: ['invalid_credentials', 'too_many_attempts'],
  },
  confirmPassword: {
    summary:
      'Gives the password once more: for 10 minutes calls that need a fresh session are answered. The session gets a new id',
    needs: 'session',
    takesHash: true,
    isIdempotent: false,
    body: Type.Object({ password: CurrentPassword }),
    answer: null,
    refusals: ['invalid_credentials', 'too_many_attempts'],
  },
  changeEmailAddress: {
    summary:
      'Asks for another e-mail address: it counts once the link that is mailed to it was followed. The former one is told then, with a link that undoes it for 7 days',
    needs: 'session',
    takesHash: true,
    isIdempotent: false,
    query: Type.Object({ callbackUrl: OwnUrl }),
    body: Type.Object({ emailAddress: Typed, password: CurrentPassword }),
    answer: null,
    refusals: ['invalid_credentials', 'too_many_attempts'],
  },
  fetchSessions: {
    summary: 'Where the account is signed in, the latest first',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(AccountSession),
    refusals: [],
  },
  endSession: {
    summary:
      'Signs out there; one that is over is ended, too. The password must have been given within 10 minutes',
    needs: 'freshSession',
    isIdempotent: true,
    params: Type.Object({ sessionId: Type.String({ format: 'uuid' }) }),
    answer: null,
    refusals: [],
  },
  handOverSession: {
    summary:
      'A token that signs the same browser in on the host of another language of the site, once and within 60 seconds',
    needs: 'session',
    isIdempotent: false,
    answer: Type.Object({ token: HandoverToken }),
    refusals: ['too_many_attempts'],
  },
  fetchSavedAddresses: {
    summary: 'The delivery addresses that the account has saved, in the order of their names',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(SavedAddress),
    refusals: [],
  },
  saveAddress: {
    summary:
      'Saves a delivery address under a name. Where the account has the same address under this name, it is answered as it is',
    needs: 'session',
    isIdempotent: true,
    body: AddressToSave,
    answer: SavedAddress,
    refusals: [
      'address_name_taken',
      'country_not_delivered',
      'dutch_addresses_on_dutch_site_only',
      'too_many_addresses',
      'too_many_attempts',
    ],
  },
  changeSavedAddress: {
    summary: 'Changes a saved address and its name',
    needs: 'session',
    isIdempotent: true,
    params: AddressId,
    body: AddressToSave,
    answer: SavedAddress,
    refusals: [
      'not_found',
      'address_name_taken',
      'country_not_delivered',
      'dutch_addresses_on_dutch_site_only',
      'too_many_attempts',
    ],
  },
  deleteSavedAddress: {
    summary: 'Deletes a saved address',
    needs: 'session',
    isIdempotent: true,
    params: AddressId,
    answer: null,
    refusals: ['not_found', 'too_many_attempts'],
  },
  exportAccount: {
    summary: 'All that the shop keeps of the account and its address, as a file',
    needs: 'freshSession',
    isIdempotent: true,
    fileName: 'my-data.json',
    answer: Type.Object({
      exportedAt: Instant,
      tables: Type.Record(Type.String(), Type.Array(Type.Unknown()), {
        description: 'Rows by what they are, each with all that is kept of it',
      }),
    }),
    refusals: ['too_many_attempts'],
  },
  deleteAccount: {
    summary: 'Closes the account: everything goes that the law does not ask to keep',
    needs: 'session',
    takesHash: true,
    isIdempotent: false,
    body: Type.Object({ password: CurrentPassword }),
    answer: null,
    refusals: ['invalid_credentials', 'too_many_attempts'],
  },
  fetchBotCheck: {
    summary: 'What has to be worked out before another try, where `bot_check_required` was answered',
    needs: 'open',
    isIdempotent: true,
    answer: BotCheck,
    refusals: ['too_many_attempts', 'not_found'],
  },
  signIn: {
    summary: 'Begins a session; the cart of the browser joins that of the account',
    needs: 'open',
    botCheck: true,
    takesHash: true,
    isIdempotent: false,
    body: Type.Object({
      emailAddress: Typed,
      password: Password,
      keepSignedIn: Type.Optional(Type.Boolean({ description: 'Also when the browser is closed' })),
    }),
    answer: null,
    refusals: ['invalid_credentials', 'account_not_activated', 'too_many_attempts', 'not_found'],
  },
  signOut: {
    summary: 'Ends the session; without one it is ended, too',
    needs: 'open',
    isIdempotent: true,
    answer: null,
    refusals: [],
  },
  receiveSession: {
    summary:
      'Begins a session by a token from the host of another language of the site; the cart of the browser joins that of the account',
    needs: 'open',
    isIdempotent: false,
    body: Type.Object({ token: HandoverToken }),
    answer: Type.Object({
      isChanged: Type.Boolean({ description: 'The browser has another session or cart than before' }),
    }),
    refusals: ['token_invalid', 'too_many_attempts', 'not_found'],
  },
  isAuthenticated: {
    summary: 'Whether somebody is signed in',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Boolean(),
    refusals: [],
  },
} as const satisfies ContractsOf<typeof accountPaths>;
