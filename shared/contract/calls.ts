import type Type from 'typebox';
import { accountCalls } from './accounts.ts';
import { addressLookupCalls } from './address-lookups.ts';
import type { CallContract } from './call-contract.ts';
import { cartCalls } from './carts.ts';
import { contentCalls } from './content.ts';
import { feedAdviceCalls } from './feed-advice.ts';
import { labResultCalls } from './lab-results.ts';
import { legalCalls } from './legal.ts';
import { locationCalls } from './locations.ts';
import { newsletterCalls } from './newsletter.ts';
import { orderCalls } from './orders.ts';
import type { CallName } from './paths.ts';
import { previewCalls } from './previews.ts';
import { productFeedCalls } from './product-feed.ts';
import { productCalls } from './products.ts';
import { returnCalls } from './returns.ts';
import { reviewCalls } from './reviews.ts';
import { routingCalls } from './routing.ts';
import { siloQuotationCalls } from './silo-quotations.ts';
import { siteCalls } from './sites.ts';
import { stockReminderCalls } from './stock-reminders.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { vacancyCalls } from './vacancies.ts';
import { withdrawalCalls } from './withdrawals.ts';

/**
 * Contracts of all calls without their paths. Types, validation, the OpenAPI document and the table of rights
 * are derived from them.
 */
export const callContracts = {
  ...siteCalls,
  ...routingCalls,
  ...productFeedCalls,
  ...contentCalls,
  ...vacancyCalls,
  ...productCalls,
  ...stockReminderCalls,
  ...siloQuotationCalls,
  ...reviewCalls,
  ...cartCalls,
  ...locationCalls,
  ...legalCalls,
  ...orderCalls,
  ...withdrawalCalls,
  ...addressLookupCalls,
  ...accountCalls,
  ...subscriptionCalls,
  ...newsletterCalls,
  ...returnCalls,
  ...labResultCalls,
  ...feedAdviceCalls,
  ...previewCalls,
} satisfies Record<CallName, CallContract>;

type Contracts = typeof callContracts;
type StaticOf<T> = T extends Type.TSchema ? Type.Static<T> : undefined;
type CallPart<N extends CallName, K extends string> = K extends keyof Contracts[N]
  ? StaticOf<Contracts[N][K]>
  : undefined;

type IdempotencyKeyInput<C> = C extends { readonly key: 'required' }
  ? { idempotencyKey: string }
  : C extends { readonly key: 'optional' }
    ? { idempotencyKey?: string }
    : unknown;

type BotCheckInput<C> = C extends { readonly botCheck: true } ? { botCheckToken?: string } : unknown;

/** Answer type of a call; undefined if it has no body. */
export type CallAnswer<N extends CallName> = CallPart<N, 'answer'>;
/** Input type of a call: only the parts that it has. */
export type CallInput<N extends CallName> = ('params' extends keyof Contracts[N]
  ? { params: CallPart<N, 'params'> }
  : unknown) &
  ('query' extends keyof Contracts[N] ? { query: CallPart<N, 'query'> } : unknown) &
  ('body' extends keyof Contracts[N] ? { body: CallPart<N, 'body'> } : unknown) &
  IdempotencyKeyInput<Contracts[N]> &
  BotCheckInput<Contracts[N]>;
