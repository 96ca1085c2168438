import { callPaths } from '../../shared/contract/paths.ts';
import { createShopAsker } from './ask-shop.ts';

/** Answers to one address before more is asked for than an answer: `checkedTries` and the limits of mailboxes. */
const TRIES_PER_ADDRESS = 3;
/** How long the accounts are waited for that were asked for: nothing tells when they are there, which is what is measured here. */
const SETTLE_MS = 5000;
const PASSWORD = 'Haverstro 12';

/** What one call takes for addresses that have an account, and for others: milliseconds, in rising order. */
export interface AnswerTimes {
  readonly name: string;
  readonly known: readonly number[];
  readonly unknown: readonly number[];
}

const registration = (emailAddress: string) => ({
  emailAddress,
  password: PASSWORD,
  firstName: 'Marit',
  lastName: 'de Vries',
});

/** What is asked about an address, and the status of every answer. */
const calls: readonly (readonly [
  name: string,
  path: string,
  body: (address: string) => object,
  status: number,
])[] = [
  ['signIn', callPaths.signIn.path, (emailAddress) => ({ emailAddress, password: 'Not this one 1' }), 401],
  [
    'forgotPassword',
    `${callPaths.forgotPassword.path}?callbackUrl=%2Faccount%2Freset%2F`,
    (emailAddress) => ({ emailAddress }),
    204,
  ],
  [
    'resendConfirmation',
    callPaths.resendConfirmation.path,
    (userId) => ({ userId, callbackUrl: '/account/confirm/' }),
    204,
  ],
  [
    'registerAccount',
    `${callPaths.registerAccount.path}?callbackUrl=%2Faccount%2Fconfirm%2F`,
    registration,
    204,
  ],
];

/**
 * Asks about addresses that have an account and about others in turn, and takes the time of each answer.
 *
 * @param port of a web that believes which address a visitor comes from
 * @param samples of each kind, for each call
 * @throws Error where an answer is another than it should be: then it was no answer to the question
 */
export async function timeAnswers(port: number, samples: number): Promise<AnswerTimes[]> {
  const { ask, end } = createShopAsker(port);
  const expect = async (path: string, body: object, status: number): Promise<number> => {
    const answer = await ask(path, { body });
    if (answer.status !== status) throw new Error(`${path} answers ${answer.status} in place of ${status}`);
    return answer.ms;
  };
  try {
    const times: AnswerTimes[] = [];
    for (const [name, path, createBody, status] of calls) {
      const addresses = Math.ceil(samples / TRIES_PER_ADDRESS);
      const [register] = calls.filter(([known]) => known === 'registerAccount');
      if (!register) throw new Error('Nobody registers');
      for (let number = 0; number < addresses; number += 1) {
        await expect(register[1], registration(`known-${name}-${number}@stal.example`), 204);
      }
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const known: number[] = [];
      const unknown: number[] = [];
      for (let sample = 0; sample < samples; sample += 1) {
        const number = Math.floor(sample / TRIES_PER_ADDRESS);
        const askKnown = async () =>
          known.push(await expect(path, createBody(`known-${name}-${number}@stal.example`), status));
        // A registered address is known from then on: each is asked about once.
        const askUnknown = async () =>
          unknown.push(await expect(path, createBody(`nobody-${name}-${sample}@stal.example`), status));
        // In turn, so that neither is always the second.
        if (sample % 2 === 0) {
          await askKnown();
          await askUnknown();
        } else {
          await askUnknown();
          await askKnown();
        }
      }
      const rise = (values: number[]) => values.toSorted((a, b) => a - b);
      times.push({ name, known: rise(known), unknown: rise(unknown) });
    }
    return times;
  } finally {
    end();
  }
}

/**
 * Wilcoxon's rank sum of two samples, as a deviation: beyond 2.6 in either direction they differ with 99 % confidence.
 *
 * @param a and b in rising order
 */
export function getRankDeviation(a: readonly number[], b: readonly number[]): number {
  const all = [
    ...a.map((value) => ({ value, isFirst: true })),
    ...b.map((value) => ({ value, isFirst: false })),
  ];
  all.sort((one, other) => one.value - other.value);
  const sum = all.reduce((total, { isFirst }, index) => (isFirst ? total + index + 1 : total), 0);
  const mean = (a.length * (all.length + 1)) / 2;
  return (sum - mean) / Math.sqrt((a.length * b.length * (all.length + 1)) / 12);
}
