import { callPaths } from '../../shared/contract/paths.ts';
import { createShopClient } from './shop-client.ts';

/**
 * Requests for one address before more than a response is required: `botCheckThresholds` and the limits of
 * mailboxes.
 */
const ATTEMPTS_PER_ADDRESS = 3;
/** Wait for the creation of accounts. No response reveals its end; this benchmark checks exactly that. */
const SETTLE_MS = 5000;
const PASSWORD = 'Haverstro 12';

/** Durations of one call for addresses with an account, and for others: milliseconds, ascending. */
export interface AccountResponseTimes {
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

/** The measured calls for an address, with the expected status of every response. */
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
 * Alternates requests for addresses that have an account with requests for others, and measures each
 * response.
 *
 * @param port of a web that trusts the forwarded visitor address
 * @param samples of each type, for each call
 * @throws Error if a response has an unexpected status
 */
export async function timeAccountResponses(port: number, samples: number): Promise<AccountResponseTimes[]> {
  const { ask, end } = createShopClient(port);
  const expect = async (path: string, body: object, status: number): Promise<number> => {
    const answer = await ask(path, { body });
    if (answer.status !== status) throw new Error(`${path} returned ${answer.status} instead of ${status}`);
    return answer.ms;
  };
  try {
    const times: AccountResponseTimes[] = [];
    for (const [name, path, createBody, status] of calls) {
      const addresses = Math.ceil(samples / ATTEMPTS_PER_ADDRESS);
      const [register] = calls.filter(([known]) => known === 'registerAccount');
      if (!register) throw new Error('No registration call was given');
      for (let number = 0; number < addresses; number += 1) {
        await expect(register[1], registration(`known-${name}-${number}@stal.example`), 204);
      }
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const known: number[] = [];
      const unknown: number[] = [];
      for (let sample = 0; sample < samples; sample += 1) {
        const number = Math.floor(sample / ATTEMPTS_PER_ADDRESS);
        const callWithKnownAddress = async () =>
          known.push(await expect(path, createBody(`known-${name}-${number}@stal.example`), status));
        // A registration makes an address known, so each address is used once.
        const callWithUnknownAddress = async () =>
          unknown.push(await expect(path, createBody(`nobody-${name}-${sample}@stal.example`), status));
        // Alternates, so that neither type is always the second.
        if (sample % 2 === 0) {
          await callWithKnownAddress();
          await callWithUnknownAddress();
        } else {
          await callWithUnknownAddress();
          await callWithKnownAddress();
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
 * Returns Wilcoxon's rank sum of two samples as a standardised deviation: beyond 2.6 in either direction,
 * they differ with 99 % confidence.
 *
 * @param a and b in ascending order
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
