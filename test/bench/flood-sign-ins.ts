import { setTimeout as wait } from 'node:timers/promises';
import { callPaths } from '../../shared/contract/paths.ts';
import { ACCOUNT_PATH } from '../../shared/rules/urls.ts';
import { createShopAsker, type ShopAsker, type TimedAnswer } from './ask-shop.ts';

const PASSWORD = 'Haverstro 12';
/** Sign-ins that are thrown at the shop, of as many visitors and addresses. */
const FLOOD_PER_SECOND = 500;
/** Who waits for an answer of the flood; beyond them none is sent, since the machine that floods is the one that is measured. */
const MOST_WAITING = 2000;
const QUIET_READINGS = 200;
/** Right passwords of one address: more in a quarter of an hour want a proof of work. */
const QUIET_SIGN_INS = 50;
const PAGE_EVERY_MS = 50;
const SIGN_IN_EVERY_MS = 500;

/** Milliseconds, in rising order, of what was answered as it should be. */
interface Times {
  readonly page: readonly number[];
  readonly privatePage: readonly number[];
  readonly signIn: readonly number[];
  /** Rightful sign-ins that were told to come back in a moment. */
  readonly told: number;
}

export interface Flood {
  readonly before: Times;
  readonly meanwhile: Times;
  readonly sent: number;
  /** How many of the flood were answered with which status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Makes an account, and signs it in beside a flood of sign-ins that are wrong.
 *
 * @param port of a web that believes which address a visitor comes from
 * @param mailsUrl where the backend shows the mails that it has not sent
 * @throws Error where the account cannot be made
 */
export async function floodSignIns(port: number, mailsUrl: string, seconds: number): Promise<Flood> {
  const visitors = createShopAsker(port, 64);
  const flood = createShopAsker(port, Number.POSITIVE_INFINITY);
  try {
    const emailAddress = 'rightful@stal.example';
    await activate(visitors, mailsUrl, emailAddress);
    const signIn = () => visitors.ask(callPaths.signIn.path, { body: { emailAddress, password: PASSWORD } });
    const { cookie, status } = await signIn();
    if (status !== 204) throw new Error(`The owner's sign-in is answered with ${status}`);
    const readPage = () => visitors.ask('/');
    const readPrivate = () => visitors.ask(ACCOUNT_PATH, { cookie });

    const before = sumUp({
      page: await repeat(readPage, QUIET_READINGS),
      privatePage: await repeat(readPrivate, QUIET_READINGS),
      signIn: await repeat(signIn, QUIET_SIGN_INS),
    });

    const statuses = new Map<number, number>();
    let sent = 0;
    let waiting = 0;
    const throwMore = setInterval(() => {
      for (let n = 0; n < FLOOD_PER_SECOND / 20 && waiting < MOST_WAITING; n += 1) {
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
      repeatUntil(readPage, until, PAGE_EVERY_MS),
      repeatUntil(readPrivate, until, PAGE_EVERY_MS),
      repeatUntil(signIn, until, SIGN_IN_EVERY_MS),
    ]);
    clearInterval(throwMore);
    return { before, meanwhile: sumUp({ page, privatePage, signIn: signIns }), sent, statuses };
  } finally {
    visitors.end();
    flood.end();
  }
}

type Answers = Readonly<Record<'page' | 'privatePage' | 'signIn', readonly TimedAnswer[]>>;

function sumUp({ page, privatePage, signIn }: Answers): Times {
  const rise = (answers: readonly TimedAnswer[], status: number) =>
    answers.flatMap((answer) => (answer.status === status ? [answer.ms] : [])).toSorted((a, b) => a - b);
  return {
    page: rise(page, 200),
    privatePage: rise(privatePage, 200),
    signIn: rise(signIn, 204),
    told: signIn.filter(({ status }) => status === 429).length,
  };
}

async function repeat(ask: () => Promise<TimedAnswer>, count: number): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  while (answers.length < count) answers.push(await ask());
  return answers;
}

async function repeatUntil(
  ask: () => Promise<TimedAnswer>,
  until: number,
  everyMs: number,
): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  while (performance.now() < until) {
    answers.push(await ask());
    await wait(everyMs);
  }
  return answers;
}

/** Registers an address and follows the link in its mail. */
async function activate({ ask }: ShopAsker, mailsUrl: string, emailAddress: string): Promise<void> {
  await ask(`${callPaths.registerAccount.path}?callbackUrl=%2Faccount%2Fconfirm%2F`, {
    body: { emailAddress, password: PASSWORD, firstName: 'Marit', lastName: 'de Vries' },
  });
  // The account is made by a job, and nothing tells when.
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
      if (status !== 204) throw new Error(`The mailed link is answered with ${status}`);
      return;
    }
    await wait(500);
  }
  throw new Error(`No mail came for ${emailAddress}`);
}
