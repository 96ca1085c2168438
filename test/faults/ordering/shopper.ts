import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { callInputs } from '../../fixtures/call-inputs.ts';
import type { OrderingShop } from './ordering-shop.ts';
import type { Random } from './random.ts';

const HOST = 'havero-nl.localhost';
const PATIENCE_MS = 240_000;
/** Who is told to come back later than that does not wait for it. */
const LONGEST_WAIT_SECONDS = 60;
const SEE_LIMIT_MS = 20_000;

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Seconds after which it may be asked again; 0 where nothing is said of that. */
  readonly retryAfter: number;
}

/** What a shopper was told, and what they never heard of. */
export interface LedgerEntry {
  readonly emailAddress: string;
  /** Pieces by variant that were in the cart when it was ordered. */
  readonly pieces: Map<number, number>;
  /** Acknowledged; undefined where nothing was: it may exist or not, and once at most. */
  order?: {
    readonly orderId: string;
    readonly orderNumber: string;
    readonly token: string;
    readonly totalAmount: number;
  };
  /** Whether an order was ever asked for. */
  isAsked: boolean;
  /** Why none was placed. */
  refusal?: string;
  /** The provider took money for it. */
  isPaid: boolean;
  /** It was told that it is cancelled. */
  isCancelled: boolean;
}

/** What the shoppers of a run have written down together. */
export interface Ledger {
  readonly entries: LedgerEntry[];
  /** Words of the provider that come when all is over. */
  readonly lateWords: string[];
  requests: number;
  broken: number;
  /** Repeats of a write beyond the first. */
  repeats: number;
}

export const createLedger = (): Ledger => ({
  entries: [],
  lateWords: [],
  requests: 0,
  broken: 0,
  repeats: 0,
});

/** What a shopper is going to do. */
export interface Plan {
  readonly goods: readonly (readonly [productVariantId: number, quantity: number])[];
  readonly code?: string | undefined;
  readonly card?: { readonly number: string; readonly pin: string } | undefined;
  readonly paymentMethodId: number;
  readonly end: 'pays' | 'fails first' | 'never pays' | 'cancels' | 'pays and cancels' | 'walks away';
  /** How often the provider tells of a payment: at once, or when all is over. */
  readonly words: number;
  readonly isLate: boolean;
  /** Whether they look at their order until it is paid before they do anything else with it. */
  readonly seesPaid: boolean;
  /** The most that a write is sent. */
  readonly mostSends: number;
  /** Stands around the sending of an order, or of the words of its provider, from the first try to the answer. */
  readonly around?: Around | undefined;
}

export type Around = <T>(what: 'order' | 'words', send: () => Promise<T>) => Promise<T>;

const sendPlainly: Around = (_what, send) => send();

/** Feed of which there are pieces, and mash, with which a scoop is given. */
export const VARIANTS = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1009, 1031] as const;

/** Somebody who buys one thing and pays it. */
export const calmPlan: Plan = {
  goods: [[VARIANTS[0], 1]],
  paymentMethodId: 1,
  end: 'pays',
  words: 1,
  isLate: false,
  seesPaid: false,
  mostSends: 1,
};

/** A client with an address and a mailbox of its own. */
export interface Shopper {
  readonly entry: LedgerEntry;
  /** A cart with all that an order needs. @returns whether there is one: nobody orders what a code or card refuses */
  fillCart(plan: Plan): Promise<void>;
  /** Presses the order button until it is known what became of it. */
  order(): Promise<void>;
  /** Pays, cancels or goes away, as planned. */
  finish(): Promise<void>;
}

let shoppers = 0;
let tries = 0;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Has a client come into the shop. */
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

  /** @throws Error where no whole answer came */
  function sendOnce(
    method: string,
    path: string,
    body?: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    ledger.requests += 1;
    // How much one address may ask is not what is tried here: each try comes from another one.
    tries += 1;
    const visitor = `10.${(tries >> 16) % 256}.${(tries >> 8) % 256}.${tries % 256}`;
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
      outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error('No answer came')));
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

  /** Refusals that are not the last word. */
  const isPassing = ({ status, body, retryAfter }: Answer): boolean =>
    status >= 500 ||
    (status === 429 && retryAfter <= LONGEST_WAIT_SECONDS) ||
    body.code === 'order_in_progress' ||
    body.code === 'payment_unavailable';

  /** Sends until there is an answer, as a client does whose line is bad. */
  async function send(...asked: Parameters<typeof sendOnce>): Promise<Answer> {
    const deadline = Date.now() + PATIENCE_MS;
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
      `${asked[0]} ${asked[1].replace(/[\w-]{43}/, '…')} came to nothing: ${JSON.stringify(last)} ${last}`,
    );
  }

  /** A write, sent several times, one after the other or all at once. */
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
      // Added once more where the answer is lost; what counts is said after it.
      const added = await send('POST', `/api/cart/${cartId}/products?productVariantId=${id}&quantity=1`);
      if (added.status >= 400) throw new Error(`${id} cannot be had: ${JSON.stringify(added.body)}`);
      await succeed('PUT', `/api/cart/${cartId}/products/${id}?quantity=${quantity}`);
      entry.pieces.set(id, quantity);
    }
    const { emailAddress } = entry;
    await succeed('POST', `/api/cart/${cartId}/billing`, { ...callInputs.setBilling.body, emailAddress });
    if (wanted.code !== undefined)
      await repeat('POST', `/api/cart/${cartId}/discountcode`, { code: wanted.code });
    const chosen = await choosePayment(wanted.card);
    // The card is empty, or too many have tried it since it was.
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
        // Nobody listens: it may have come through or not.
        const times = 1 + random.below(plan.mostSends);
        for (let sent = 0; sent < times; sent += 1) {
          await sendOnce('POST', path, asked, key).catch(() => (ledger.broken += 1));
        }
        return;
      }
      const { around = sendPlainly } = plan ?? {};
      const answers = await around('order', () => repeat('POST', path, asked, key));
      const placed = answers.filter(({ status }) => status === 200);
      const known = new Set(placed.map(({ body }) => `${body.orderId} ${body.orderNumber} ${body.token}`));
      if (known.size > 1) throw new Error(`One key, several orders: ${[...known].join(', ')}`);
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

  /** The page where the order is paid; null where nothing is left to pay. */
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
    const { words, isLate, around = sendPlainly } = plan!;
    if (isLate) {
      ledger.lateWords.push(...Array.from({ length: words }, () => id));
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

  /** Tells of a payment that nobody has made: anybody can, and nobody may get anything by it. */
  async function lie(): Promise<void> {
    const payment = await findProviderPayment();
    if (payment?.status === 'open') await tell(payment.id);
  }

  /** Looks at the order until it is paid; whoever waits in vain goes on. */
  async function seePaid(): Promise<void> {
    const deadline = Date.now() + SEE_LIMIT_MS;
    const { token } = entry.order!;
    while (Date.now() < deadline) {
      const { body } = await send('GET', `${orderPath()}/status?token=${token}`);
      if (body.status === 'paid') return;
      await wait(50);
    }
  }

  /** Decides at the provider. */
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
      if (plan.seesPaid && entry.isPaid) await seePaid();
      if (end === 'cancels' || end === 'pays and cancels') await cancel();
      // Reads their own order once more, whatever became of it.
      await send('GET', `${orderPath()}/status?token=${entry.order.token}`);
    },
  };
}
