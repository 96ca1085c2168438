import { setTimeout as wait } from 'node:timers/promises';
import { callPaths } from '../../shared/contract/paths.ts';
import { ACCOUNT_PATH } from '../../shared/rules/path-constants.ts';
import { createShopClient, type ShopClient, type TimedResponse } from './shop-client.ts';

const PASSWORD = 'Haverstro 12';
/** Sign-ins sent to the shop per second, each from another visitor and for another email address. */
const SIGN_INS_PER_SECOND = 500;
/**
 * Limit of unanswered requests of the flood. Above it, no further request is sent, because the flood runs on
 * the machine that is measured.
 */
const MAX_UNANSWERED_REQUESTS = 2000;
const BASELINE_READINGS = 200;
/** Successful sign-ins per address: more within 15 minutes require a proof of work. */
const BASELINE_SIGN_INS = 50;
const PAGE_INTERVAL_MS = 50;
const SIGN_IN_INTERVAL_MS = 500;

/** Durations of the expected responses: milliseconds, ascending. */
interface ResponseTimes {
  readonly page: readonly number[];
  readonly privatePage: readonly number[];
  readonly signIn: readonly number[];
  /** Valid sign-ins that were answered with "retry later". */
  readonly told: number;
}

export interface Flood {
  readonly before: ResponseTimes;
  readonly meanwhile: ResponseTimes;
  readonly sent: number;
  /** Number of responses to the flood by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Creates an account and measures its sign-ins during a flood of invalid sign-ins.
 *
 * @param port of a web that trusts the forwarded visitor address
 * @param mailsUrl address at which the backend shows its unsent mails
 * @throws Error if the account cannot be created
 */
export async function floodSignIns(port: number, mailsUrl: string, seconds: number): Promise<Flood> {
  const visitors = createShopClient(port, 64);
  const flood = createShopClient(port, Number.POSITIVE_INFINITY);
  try {
    const emailAddress = 'rightful@stal.example';
    await registerAndActivate(visitors, mailsUrl, emailAddress);
    const signIn = () => visitors.ask(callPaths.signIn.path, { body: { emailAddress, password: PASSWORD } });
    const { cookie, status } = await signIn();
    if (status !== 204) throw new Error(`The sign-in of the owner returned ${status}`);
    const readPage = () => visitors.ask('/');
    const readPrivate = () => visitors.ask(ACCOUNT_PATH, { cookie });

    const before = sortResponseTimes({
      page: await repeatRequest(readPage, BASELINE_READINGS),
      privatePage: await repeatRequest(readPrivate, BASELINE_READINGS),
      signIn: await repeatRequest(signIn, BASELINE_SIGN_INS),
    });

    const statuses = new Map<number, number>();
    let sent = 0;
    let waiting = 0;
    const floodInterval = setInterval(() => {
      for (let n = 0; n < SIGN_INS_PER_SECOND / 20 && waiting < MAX_UNANSWERED_REQUESTS; n += 1) {
        sent += 1;
        waiting += 1;
        const body = { emailAddress: `nobody-${sent}@stal.example`, password: 'Not this one 1' };
        flood
          .ask(callPaths.signIn.path, { body })
          .then(
            (answer) => statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1),
            () => statuses.set(0, (statuses.get(0) ?? 0) + 1),
          )
          .finally(() => {
            waiting -= 1;
          });
      }
    }, 50);
    const until = performance.now() + seconds * 1000;
    const [page, privatePage, signIns] = await Promise.all([
      repeatRequestUntil(readPage, until, PAGE_INTERVAL_MS),
      repeatRequestUntil(readPrivate, until, PAGE_INTERVAL_MS),
      repeatRequestUntil(signIn, until, SIGN_IN_INTERVAL_MS),
    ]);
    clearInterval(floodInterval);
    return { before, meanwhile: sortResponseTimes({ page, privatePage, signIn: signIns }), sent, statuses };
  } finally {
    visitors.end();
    flood.end();
  }
}

type TimedAnswers = Readonly<Record<'page' | 'privatePage' | 'signIn', readonly TimedResponse[]>>;

function sortResponseTimes({ page, privatePage, signIn }: TimedAnswers): ResponseTimes {
  const rise = (answers: readonly TimedResponse[], status: number) =>
    answers.flatMap((answer) => (answer.status === status ? [answer.ms] : [])).toSorted((a, b) => a - b);
  return {
    page: rise(page, 200),
    privatePage: rise(privatePage, 200),
    signIn: rise(signIn, 204),
    told: signIn.filter(({ status }) => status === 429).length,
  };
}

async function repeatRequest(ask: () => Promise<TimedResponse>, count: number): Promise<TimedResponse[]> {
  const answers: TimedResponse[] = [];
  while (answers.length < count) answers.push(await ask());
  return answers;
}

async function repeatRequestUntil(
  ask: () => Promise<TimedResponse>,
  until: number,
  everyMs: number,
): Promise<TimedResponse[]> {
  const answers: TimedResponse[] = [];
  while (performance.now() < until) {
    answers.push(await ask());
    await wait(everyMs);
  }
  return answers;
}

/** Registers an address and follows the activation link in its mail. */
async function registerAndActivate(
  { ask }: ShopClient,
  mailsUrl: string,
  emailAddress: string,
): Promise<void> {
  await ask(`${callPaths.registerAccount.path}?callbackUrl=%2Faccount%2Fconfirm%2F`, {
    body: { emailAddress, password: PASSWORD, firstName: 'Marit', lastName: 'de Vries' },
  });
  // A job creates the account, and no event reports its end.
  for (let tries = 0; tries < 60; tries += 1) {
    const list = await (await fetch(mailsUrl)).text();
    const row = list.split('<tr').find((each) => each.includes(emailAddress));
    const number = row && /\/mails\/(\d+)/.exec(row)?.[1];
    if (number !== undefined) {
      const mail = (await (await fetch(`${mailsUrl}${number}`)).text()).replaceAll('&amp;', '&');
      const token = /token=([\w-]+)/.exec(mail)?.[1];
      const userId = /userId=([\w-]+)/.exec(mail)?.[1];
      const path = callPaths.confirmAccount.path.replace('{userId}', userId ?? '');
      const { status } = await ask(path, { body: { token, password: PASSWORD } });
      if (status !== 204) throw new Error(`The mailed link returned ${status}`);
      return;
    }
    await wait(500);
  }
  throw new Error(`No mail was sent to ${emailAddress}`);
}
