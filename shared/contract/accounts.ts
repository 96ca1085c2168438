import Type from 'typebox';
import { Address, AddressConfirmation } from './addresses.ts';
import type { ContractsOf } from './call-contract.ts';
import type { accountPaths } from './paths/accounts.ts';
import { AlternativeShippingAddress, Billing, Shipping } from './people.ts';
import { Id, Nullable } from './primitives.ts';

const Instant = Type.String({ format: 'date-time' });
/**
 * Text above the maximum of any field. The rules report a text that is too long with the limit of its field.
 */
const TypedText = Type.String({ maxLength: 2000 });
/** A new password as typed, neither trimmed nor cut; see `shared/rules/account/password.ts` for its rules. */
const Password = Type.String({ maxLength: 2000 });
/** The current password, which is compared with the stored hash. It is never empty. */
const CurrentPassword = Type.String({ minLength: 1, maxLength: 2000 });
const UserId = Type.Object({ userId: Type.String({ format: 'uuid' }) });
/** Token of a link in a mail. */
const Token = Type.String({ minLength: 1, maxLength: 200 });
/**
 * Target of a link in a mail: a URL on a host of the site, or a path. Only its path is used; the host is that
 * of the site in the language of the mail.
 */
const SiteUrl = Type.String({ minLength: 1, maxLength: 2000 });

/** A customer's account, as its owner sees it. */
export const Account = Type.Object({
  userId: Type.String({ format: 'uuid' }),
  emailAddress: Type.String(),
  newEmailAddress: Nullable(
    Type.String({ description: 'New e-mail address that has not been confirmed yet' }),
  ),
  firstName: Type.String(),
  lastName: Type.String(),
  phoneNumber: Type.String(),
  mobilePhoneNumber: Type.String(),
  languageId: Type.Integer({ minimum: 1, description: 'Language of the mails that the shop sends' }),
  companyName: Type.String(),
  vatNumber: Type.String(),
  newsletterSubscribe: Type.Boolean(),
  unreadQuickscanResults: Type.Integer({ minimum: 0 }),
  unreadFeedAdvice: Type.Integer({ minimum: 0 }),
  billing: Nullable(Billing),
  /** Billing details of the latest order, as a suggestion if the account has none. */
  latestBilling: Nullable(Billing),
  shipping: Nullable(Shipping),
  alternativeShippingAddress: Nullable(AlternativeShippingAddress),
  created: Instant,
  formToken: Type.String({
    description: 'Token that forms of private pages must send; it differs per session',
  }),
});
export type Account = Type.Static<typeof Account>;

/** Details for the registration of an account. */
export const Registration = Type.Object({
  emailAddress: TypedText,
  password: Password,
  firstName: TypedText,
  lastName: TypedText,
  languageId: Type.Optional(Id),
  companyName: Type.Optional(TypedText),
  vatNumber: Type.Optional(TypedText),
  newsletterSubscribe: Type.Optional(
    Type.Boolean({ description: 'Takes effect when the account is activated' }),
  ),
});
export type Registration = Type.Static<typeof Registration>;

/** Changes of an account; omitted fields are not changed. */
export const AccountChange = Type.Object({
  firstName: Type.Optional(TypedText),
  lastName: Type.Optional(TypedText),
  phoneNumber: Type.Optional(TypedText),
  mobilePhoneNumber: Type.Optional(TypedText),
  languageId: Type.Optional(Id),
  companyName: Type.Optional(TypedText),
  vatNumber: Type.Optional(TypedText),
  address: Type.Optional(Nullable(Address)),
  shipping: Type.Optional(Nullable(Shipping)),
  alternativeShippingAddress: Type.Optional(Nullable(AlternativeShippingAddress)),
  ...AddressConfirmation,
});
export type AccountChange = Type.Static<typeof AccountChange>;

/** A session of an account. */
export const AccountSession = Type.Object({
  sessionId: Type.String({ format: 'uuid' }),
  created: Instant,
  lastSeen: Instant,
  isCurrent: Type.Boolean({ description: 'Whether this session made the request' }),
  isKept: Type.Boolean({ description: 'Whether the session survives closing the browser' }),
  browser: Nullable(Type.String({ description: "Browser, for example 'Firefox'; null if unknown" })),
  system: Nullable(Type.String({ description: "Operating system, for example 'Android'; null if unknown" })),
  network: Nullable(
    Type.String({ description: 'Network part of the IP address: /24 for IPv4, /48 for IPv6' }),
  ),
});
export type AccountSession = Type.Static<typeof AccountSession>;

const SavedAddressProperties = {
  addressName: Type.String({
    maxLength: 2000,
    description: "Name chosen by the owner, for example 'Stable'; unique within the account, ignoring case",
  }),
  ...AlternativeShippingAddress.properties,
};

/** A delivery address for the address book of an account. */
export const AddressToSave = Type.Object({ ...SavedAddressProperties, ...AddressConfirmation });
export type AddressToSave = Type.Static<typeof AddressToSave>;

/** A delivery address in the address book of an account. */
export const SavedAddress = Type.Object({
  addressId: Type.String({ format: 'uuid' }),
  ...SavedAddressProperties,
});
export type SavedAddress = Type.Static<typeof SavedAddress>;

const AddressId = Type.Object({ addressId: Type.String({ format: 'uuid' }) });

/** Id of a session and a random key. */
const HandoverToken = Type.String({ minLength: 1, maxLength: 200 });

/** Proof of work that is required before another attempt; see `shared/rules/account/bot-check.ts`. */
export const BotCheck = Type.Object({
  challenge: Type.String({ description: 'Signed challenge; valid once and for two minutes' }),
  difficulty: Type.Integer({
    minimum: 1,
    maximum: 32,
    description: 'Number of leading zero bits that the hash of challenge and answer must have',
  }),
});
export type BotCheck = Type.Static<typeof BotCheck>;

export const accountCalls = {
  fetchAccount: {
    summary: 'Returns the account of the signed-in customer',
    needs: 'session',
    isIdempotent: true,
    answer: Account,
    refusals: [],
  },
  registerAccount: {
    summary:
      'Registers an account, which can be used after the link in the mail has been followed. The answer is the same if the address already has an account.',
    needs: 'open',
    botCheck: true,
    hashesPassword: true,
    isIdempotent: false,
    query: Type.Object({ callbackUrl: SiteUrl }),
    body: Registration,
    answer: null,
    refusals: ['too_many_attempts', 'not_found'],
  },
  updateAccount: {
    summary: 'Changes the name, phone numbers, addresses, company details or language of the account',
    needs: 'session',
    isIdempotent: true,
    query: Type.Object({ callbackUrl: SiteUrl }),
    body: AccountChange,
    answer: null,
    refusals: ['too_many_attempts'],
  },
  confirmAccount: {
    summary:
      'Executes a link in a mail: activates an account, confirms a new e-mail address, or reverts a change of address. Activation, with the password of the registration or a new one, also attaches earlier orders of the address.',
    needs: 'open',
    botCheck: true,
    hashesPassword: true,
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
      'Returns whether a link in a mail can still be used. Changes nothing, so programs that open links do not use them up. The answer is the same for a used, an expired and an unknown token.',
    needs: 'open',
    isIdempotent: true,
    params: UserId,
    query: Type.Object({
      token: Token,
      purpose: Type.Enum(['confirm', 'reset'], {
        description: '`confirm` for a link of `confirmAccount`, `reset` for a link of `resetPassword`',
      }),
    }),
    answer: Type.Object({ isOpen: Type.Boolean() }),
    refusals: ['too_many_attempts'],
  },
  forgotPassword: {
    summary: 'Sends a mail with a link to set a new password. The answer is the same for every address.',
    needs: 'open',
    isIdempotent: false,
    query: Type.Object({ callbackUrl: SiteUrl }),
    body: Type.Object({ emailAddress: TypedText }),
    answer: null,
    refusals: ['too_many_attempts', 'not_found'],
  },
  resendConfirmation: {
    summary:
      'Sends the activation mail again and invalidates the previous link; `userId` is an id or an e-mail address. The answer is the same for every account.',
    needs: 'open',
    botCheck: true,
    isIdempotent: false,
    query: Type.Object({
      userId: Type.String({ minLength: 1, maxLength: 2000 }),
      callbackUrl: SiteUrl,
    }),
    answer: null,
    refusals: ['too_many_attempts', 'not_found'],
  },
  resetPassword: {
    summary: 'Sets a new password with the token of a link in a mail, and ends all sessions',
    needs: 'open',
    botCheck: true,
    hashesPassword: true,
    isIdempotent: false,
    params: UserId,
    query: Type.Object({ token: Token, newPassword: Password }),
    answer: null,
    refusals: ['token_invalid', 'token_expired', 'too_many_attempts'],
  },
  changePassword: {
    summary: 'Sets a new password; this session gets a new id, and all other sessions end',
    needs: 'session',
    hashesPassword: true,
    isIdempotent: false,
    body: Type.Object({ currentPassword: CurrentPassword, newPassword: Password }),
    answer: null,
    refusals: ['invalid_credentials', 'too_many_attempts'],
  },
  confirmPassword: {
    summary:
      'Confirms the password, which makes the session fresh for 10 minutes. The session gets a new id.',
    needs: 'session',
    hashesPassword: true,
    isIdempotent: false,
    body: Type.Object({ password: CurrentPassword }),
    answer: null,
    refusals: ['invalid_credentials', 'too_many_attempts'],
  },
  changeEmailAddress: {
    summary:
      'Requests a new e-mail address, which takes effect after the link that is mailed to it has been followed. The former address then receives a link that reverts the change for 7 days.',
    needs: 'session',
    hashesPassword: true,
    isIdempotent: false,
    query: Type.Object({ callbackUrl: SiteUrl }),
    body: Type.Object({ emailAddress: TypedText, password: CurrentPassword }),
    answer: null,
    refusals: ['invalid_credentials', 'too_many_attempts'],
  },
  fetchSessions: {
    summary: 'Lists the sessions of the account, latest first',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(AccountSession),
    refusals: [],
  },
  endSession: {
    summary:
      'Ends a session of the account; a session that has already ended is no error. Requires a password confirmation within the last 10 minutes.',
    needs: 'freshSession',
    isIdempotent: true,
    params: Type.Object({ sessionId: Type.String({ format: 'uuid' }) }),
    answer: null,
    refusals: [],
  },
  handOverSession: {
    summary:
      'Creates a token that signs the same browser in on the host of another language of the site, once and within 60 seconds',
    needs: 'session',
    isIdempotent: false,
    answer: Type.Object({ token: HandoverToken }),
    refusals: ['too_many_attempts'],
  },
  fetchSavedAddresses: {
    summary: 'Lists the saved delivery addresses of the account by name',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(SavedAddress),
    refusals: [],
  },
  saveAddress: {
    summary:
      'Saves a delivery address under a name. If the account already has the same address under this name, it is returned unchanged.',
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
    summary: 'Exports all stored data of the account and its e-mail address as a file',
    needs: 'freshSession',
    isIdempotent: true,
    fileName: 'my-data.json',
    answer: Type.Object({
      exportedAt: Instant,
      tables: Type.Record(Type.String(), Type.Array(Type.Unknown()), {
        description: 'Rows by table, with all stored columns',
      }),
    }),
    refusals: ['too_many_attempts'],
  },
  deleteAccount: {
    summary: 'Deletes the account and all data that need not be retained by law',
    needs: 'session',
    hashesPassword: true,
    isIdempotent: false,
    body: Type.Object({ password: CurrentPassword }),
    answer: null,
    refusals: ['invalid_credentials', 'too_many_attempts'],
  },
  fetchBotCheck: {
    summary:
      'Returns a proof-of-work challenge, which is required for another attempt after `bot_check_required`',
    needs: 'open',
    isIdempotent: true,
    answer: BotCheck,
    refusals: ['too_many_attempts', 'not_found'],
  },
  signIn: {
    summary: 'Starts a session and merges the cart of the browser into that of the account',
    needs: 'open',
    botCheck: true,
    hashesPassword: true,
    isIdempotent: false,
    body: Type.Object({
      emailAddress: TypedText,
      password: Password,
      keepSignedIn: Type.Optional(
        Type.Boolean({ description: 'Whether the session survives closing the browser' }),
      ),
    }),
    answer: null,
    refusals: ['invalid_credentials', 'account_not_activated', 'too_many_attempts', 'not_found'],
  },
  signOut: {
    summary: 'Ends the session; succeeds without a session, too',
    needs: 'open',
    isIdempotent: true,
    answer: null,
    refusals: [],
  },
  receiveSession: {
    summary:
      'Starts a session with a token from the host of another language of the site, and merges the cart of the browser into that of the account',
    needs: 'open',
    isIdempotent: false,
    body: Type.Object({ token: HandoverToken }),
    answer: Type.Object({
      isChanged: Type.Boolean({ description: 'Whether the browser has another session or cart than before' }),
    }),
    refusals: ['token_invalid', 'too_many_attempts', 'not_found'],
  },
  isAuthenticated: {
    summary: 'Returns whether the visitor is signed in',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Boolean(),
    refusals: [],
  },
} as const satisfies ContractsOf<typeof accountPaths>;
