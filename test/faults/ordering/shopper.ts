import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { callInputs } from '../../fixtures/call-inputs.ts';
import type { Random } from '../../fixtures/seeded-random.ts';
import type { OrderingShop } from './ordering-shop.ts';

const HOST = 'havero-nl.localhost';
const REQUEST_TIMEOUT_MS = 240_000;
/** A client does not wait if the response asks it to retry later than this. */
const MAX_WAIT_SECONDS = 60;
const PAID_POLL_TIMEOUT_MS = 20_000;

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Seconds after which the request may be sent again; 0 if the response does not say. */
  readonly retryAfter: number;
}

/** The responses that a shopper received, and the requests without a response. */
export interface LedgerEntry {
  readonly emailAddress: string;
  /** Pieces by variant that were in the cart when it was ordered. */
  readonly pieces: Map<number, number>;
  /** The acknowledged order; undefined if there was no response: then it may exist, at most once. */
  order?: {
    readonly orderId: string;
    readonly orderNumber: string;
    readonly token: string;
    readonly totalAmount: number;
  };
  /** Whether an order was ever requested. */
  isAsked: boolean;
  /** Reason of a refusal. */
  refusal?: string;
  /** Whether the provider took money for it. */
  isPaid: boolean;
  /** Whether its cancellation was confirmed. */
  isCancelled: boolean;
}

/** The records of all shoppers of a run. */
export interface Ledger {
  readonly entries: LedgerEntry[];
  /** Provider notifications that are sent at the end of the run. */
  readonly lateNotifications: string[];
  requests: number;
  broken: number;
  /** Number of repeated writes. */
  repeats: number;
}

export const createLedger = (): Ledger => ({
  entries: [],
  lateNotifications: [],
  requests: 0,
  broken: 0,
  repeats: 0,
});

/** The plan of a shopper. */
export interface Plan {
  readonly goods: readonly (readonly [productVariantId: number, quantity: number])[];
  readonly code?: string | undefined;
  readonly card?: { readonly number: string; readonly pin: string } | undefined;
  readonly paymentMethodId: number;
  readonly end: 'pays' | 'fails first' | 'never pays' | 'cancels' | 'pays and cancels' | 'walks away';
  /** Number of provider notifications of a payment: at once, or at the end of the run. */
  readonly words: number;
  readonly isLate: boolean;
  /** Whether the shopper waits until the order is paid before any further step. */
  readonly waitsUntilPaid: boolean;
  /** Maximum number of times a write is sent. */
  readonly mostSends: number;
  /** Wraps the sending of an order or of its notifications, from the first attempt to the response. */
  readonly around?: SendInterceptor | undefined;
}

export type SendInterceptor = <T>(what: 'order' | 'words', send: () => Promise<T>) => Promise<T>;

const sendUnmodified: SendInterceptor = (_what, send) => send();

/** Feed with a limited stock, and mash, which comes with a scoop as a gift. */
export const VARIANTS = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1009, 1031] as const;

/** A shopper who buys one product and pays it. */
export const singlePurchasePlan: Plan = {
  goods: [[VARIANTS[0], 1]],
  paymentMethodId: 1,
  end: 'pays',
  words: 1,
  isLate: false,
  waitsUntilPaid: false,
  mostSends: 1,
};

/** A client with its own address and mailbox. */
export interface Shopper {
  readonly entry: LedgerEntry;
  /**
   * Fills a cart with all that an order needs.
   *
   * @returns whether it can be ordered: a code or card may have been refused
   */
  fillCart(plan: Plan): Promise<void>;
  /** Presses the order button until the result is known. */
  order(): Promise<void>;
  /** Pays, cancels or leaves, as planned. */
  finish(): Promise<void>;
}

let shoppers = 0;
let attemptCount = 0;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a client of the shop. */
export function createShopper(
  shop: Pick<OrderingShop, 'port'> & { readonly mollie: Pick<OrderingShop['mollie'], 'payments'> },
  ledger: Ledger,
  random: Random,
): Shopper {
  shoppers += 1;
  const number = shoppers;
  const entry: LedgerEntry = {
    emailAddress: `shopper-${number}@stable.example`,
    pieces: new Map(),
    isAsked: false,
    isPaid: false,
    isCancelled: false,
  };
  ledger.entries.push(entry);
  let cookie = '';
  let cartId = '';
  let plan: Plan | undefined;
  let paymentUrl: string | null = null;

  /** @throws Error if no complete response arrives */
  function sendOnce(
    method: string,
    path: string,
    body?: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    ledger.requests += 1;
    // Each attempt comes from another address, because rate limits are not tested here.
    attemptCount += 1;
    const visitor = `10.${(attemptCount >> 16) % 256}.${(attemptCount >> 8) % 256}.${attemptCount % 256}`;
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: shop.port,
        path,
        method,
        agent: false,
        headers: {
          host: HOST,
          siteid: '1',
          languageid: '1',
          'x-forwarded-for': visitor,
          ...(cookie !== '' && { cookie }),
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
          ...headers,
        },
      });
      outgoing.setTimeout(REQUEST_TIMEOUT_MS, () => outgoing.destroy(new Error('The request timed out')));
      outgoing.on('error', reject);
      outgoing.on('response', (answer) => {
        let received = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          received += chunk;
        });
        answer.on('error', reject);
        answer.on('end', () => {
          if (!answer.complete) {
            reject(new Error('The answer broke off'));
            return;
          }
          const [set] = answer.headers['set-cookie'] ?? [];
          if (set !== undefined) cookie = set.split(';', 1)[0] ?? '';
          const isJson = answer.headers['content-type']?.includes('json') === true;
          resolve({
            status: answer.statusCode ?? 0,
            body: isJson ? JSON.parse(received) : {},
            retryAfter: Number(answer.headers['retry-after'] ?? 0),
          });
        });
      });
      outgoing.end(text);
    });
  }

  /** Returns whether a refusal is temporary. */
  const isPassing = ({ status, body, retryAfter }: Answer): boolean =>
    status >= 500 ||
    (status === 429 && retryAfter <= MAX_WAIT_SECONDS) ||
    body.code === 'order_in_progress' ||
    body.code === 'payment_unavailable';

  /** Sends until there is a response, as a client with a bad connection does. */
  async function send(...asked: Parameters<typeof sendOnce>): Promise<Answer> {
    const deadline = Date.now() + REQUEST_TIMEOUT_MS;
    let last: unknown;
    while (Date.now() < deadline) {
      try {
        const answer = await sendOnce(...asked);
        if (!isPassing(answer)) return answer;
        last = answer.body;
      } catch (error) {
        ledger.broken += 1;
        last = error;
      }
      await wait(20 + random.below(60));
    }
    throw new Error(
      `${asked[0]} ${asked[1].replace(/[\w-]{43}/, '…')} failed after all attempts: ${JSON.stringify(last)} ${last}`,
    );
  }

  /** Sends a write several times, sequentially or concurrently. */
  async function repeat(...asked: Parameters<typeof sendOnce>): Promise<Answer[]> {
    const times = 1 + random.below(plan?.mostSends ?? 1);
    ledger.repeats += times - 1;
    if (random.isOften(0.5)) return Promise.all(Array.from({ length: times }, () => send(...asked)));
    const answers: Answer[] = [];
    while (answers.length < times) answers.push(await send(...asked));
    return answers;
  }

  async function succeed(...asked: Parameters<typeof sendOnce>): Promise<Answer> {
    const answers = await repeat(...asked);
    const bad = answers.find(({ status }) => status >= 300);
    if (bad) throw new Error(`${asked[0]} ${asked[1]}: ${bad.status} ${JSON.stringify(bad.body)}`);
    return answers[0]!;
  }

  async function fetchTotal(): Promise<number> {
    const { body } = await send('POST', `/api/cartcalculation/${cartId}/calculate2`);
    return Number(body.totalAmount);
  }

  async function choosePayment(card: Plan['card']): Promise<Answer> {
    const { paymentMethodId } = plan!;
    const own = card && { giftCardNumber: card.number, giftCardPin: card.pin };
    return send('POST', `/api/cart/${cartId}/payment`, { paymentMethodId, issuer: null, ...own });
  }

  async function fillCart(wanted: Plan): Promise<void> {
    plan = wanted;
    const { body } = await send('POST', '/api/cart');
    cartId = String(body.shoppingcartId);
    for (const [id, quantity] of wanted.goods) {
      // Repeated if the response is lost; the quantity is set afterwards.
      const added = await send('POST', `/api/cart/${cartId}/products?productVariantId=${id}&quantity=1`);
      if (added.status >= 400)
        throw new Error(`${id} cannot be added to the cart: ${JSON.stringify(added.body)}`);
      await succeed('PUT', `/api/cart/${cartId}/products/${id}?quantity=${quantity}`);
      entry.pieces.set(id, quantity);
    }
    const { emailAddress } = entry;
    await succeed('POST', `/api/cart/${cartId}/billing`, { ...callInputs.setBilling.body, emailAddress });
    if (wanted.code !== undefined)
      await repeat('POST', `/api/cart/${cartId}/discountcode`, { code: wanted.code });
    const chosen = await choosePayment(wanted.card);
    // The card is empty, or there were too many attempts since then.
    if (chosen.status >= 400) await choosePayment(undefined);
  }

  async function order(): Promise<void> {
    for (;;) {
      const expectedTotalAmount = await fetchTotal();
      const path = `/api/cart/${cartId}/complete`;
      const asked = { expectedTotalAmount, acceptsTerms: true };
      const key = { 'idempotency-key': randomUUID() };
      entry.isAsked = true;
      if (plan?.end === 'walks away') {
        // The response is ignored: the order may have been placed or not.
        const times = 1 + random.below(plan.mostSends);
        for (let sent = 0; sent < times; sent += 1) {
          await sendOnce('POST', path, asked, key).catch(() => (ledger.broken += 1));
        }
        return;
      }
      const { around = sendUnmodified } = plan ?? {};
      const answers = await around('order', () => repeat('POST', path, asked, key));
      const placed = answers.filter(({ status }) => status === 200);
      const known = new Set(placed.map(({ body }) => `${body.orderId} ${body.orderNumber} ${body.token}`));
      if (known.size > 1) throw new Error(`Several orders for one idempotency key: ${[...known].join(', ')}`);
      const [first] = placed;
      if (first) {
        const { orderId, orderNumber, token } = first.body;
        entry.order = {
          orderId: String(orderId),
          orderNumber: String(orderNumber),
          token: String(token),
          totalAmount: expectedTotalAmount,
        };
        const url = placed.map(({ body }) => body.paymentUrl).find((candidate) => candidate != null);
        paymentUrl = typeof url === 'string' ? url : null;
        return;
      }
      const [refused] = answers;
      const code = String(refused?.body.code);
      if (code === 'total_changed') continue;
      if (code === 'gift_card_refused') {
        await succeed('DELETE', `/api/cart/${cartId}/giftcard`);
        continue;
      }
      entry.refusal = code;
      return;
    }
  }

  const orderPath = () => `/api/orders/${entry.order!.orderId}`;

  /** Returns the page at which the order is paid; null if there is no amount left to pay. */
  async function findPayment(): Promise<string | null> {
    if (paymentUrl !== null) return paymentUrl;
    const { token } = entry.order!;
    const { body } = await send('GET', `${orderPath()}/status?token=${token}`);
    if (body.isPayable !== true) return null;
    const started = await send('POST', `${orderPath()}/payment`, { token });
    return typeof started.body.paymentUrl === 'string' ? started.body.paymentUrl : null;
  }

  async function tell(id: string): Promise<void> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { words, isLate, around = sendUnmodified } = plan!;
    if (isLate) {
      ledger.lateNotifications.push(...Array.from({ length: words }, () => id));
      return;
    }
    await around('words', async () => {
      for (let word = 0; word < words; word += 1) {
        await send('POST', '/api/payments/webhook', `id=${id}`, headers);
      }
    });
  }

  async function findProviderPayment() {
    const url = await findPayment();
    const id = url === null ? undefined : /tr_test\d+$/.exec(url)?.[0];
    return id === undefined ? undefined : shop.mollie.payments.get(id);
  }

  /** Sends a notification for a payment that was not made: third parties can do so, and must gain nothing. */
  async function lie(): Promise<void> {
    const payment = await findProviderPayment();
    if (payment?.status === 'open') await tell(payment.id);
  }

  /** Requests the order until it is paid; gives up after a time. */
  async function waitUntilPaid(): Promise<void> {
    const deadline = Date.now() + PAID_POLL_TIMEOUT_MS;
    const { token } = entry.order!;
    while (Date.now() < deadline) {
      const { body } = await send('GET', `${orderPath()}/status?token=${token}`);
      if (body.status === 'paid') return;
      await wait(50);
    }
  }

  /** Decides the payment at the provider. */
  async function decide(status: 'paid' | 'failed'): Promise<void> {
    const payment = await findProviderPayment();
    paymentUrl = null;
    if (payment?.status !== 'open') return;
    const { id } = payment;
    payment.status = status;
    if (status === 'paid') entry.isPaid = true;
    await tell(id);
  }

  async function cancel(): Promise<void> {
    const { token } = entry.order!;
    const answers = await repeat('POST', `${orderPath()}/cancel`, { token });
    entry.isCancelled = answers.some(({ status }) => status < 300);
  }

  return {
    entry,
    fillCart,
    order,
    async finish() {
      if (!entry.order || !plan) return;
      const { end } = plan;
      if (end === 'never pays' || end === 'cancels') await lie();
      if (end === 'fails first') await decide('failed');
      if (end === 'pays' || end === 'fails first' || end === 'pays and cancels') await decide('paid');
      if (plan.waitsUntilPaid && entry.isPaid) await waitUntilPaid();
      if (end === 'cancels' || end === 'pays and cancels') await cancel();
      // Reads the order once more, in whatever state it is.
      await send('GET', `${orderPath()}/status?token=${entry.order.token}`);
    },
  };
}
