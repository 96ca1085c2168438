import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import en from '../../locales/en.json' with { type: 'json' };
import { hashToken } from '../../server/backend/core/security/token.ts';
import { accountToken } from '../../server/backend/schema/schema.ts';
import { createLog } from '../../server/platform/logging.ts';
import { collectMails, type MailedLink, parseMailedLink } from '../fixtures/account-mails.ts';
import { createSignedInAccount } from '../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../fixtures/call-backend.ts';
import { callInputs } from '../fixtures/call-inputs.ts';
import { fetchRaw } from '../fixtures/fetch-raw.ts';
import { startShopWeb } from '../fixtures/shop-web.ts';
import type { TestWeb } from '../fixtures/test-web.ts';

const host = 'en.havero-nl.localhost';

const linkPages = {
  activation: { path: '/account/confirm/', button: en['confirm.button'], next: en['login.sendActivation'] },
  'password reset': { path: '/account/reset/', button: en['password.button'], next: en['password.newLink'] },
  'password reset of the checkout': {
    path: '/checkout/password-reset/',
    button: en['password.button'],
    next: en['password.newLink'],
  },
} as const;
type LinkPage = keyof typeof linkPages;
const linkPageNames = Object.keys(linkPages) as LinkPage[];

let backend: BackendFixture;
let web: TestWeb;
let personCount = 0;
/** Handler that replaces the backend for the check. */
let replacementHandler: RequestListener | null = null;
/** Targets of the requests that the backend has received. */
const requestTargets: string[] = [];
/** Log lines of the backend. */
const backendLogLines: string[] = [];
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture({
    log: createLog({ name: 'backend', level: 'debug' }, { write: (line) => backendLogLines.push(line) }),
  });
  web = await startShopWeb(
    (request, response) => {
      requestTargets.push(request.url ?? '');
      const isCheck = request.url?.endsWith('/checklink') === true;
      (isCheck && replacementHandler ? replacementHandler : backend.app)(request, response);
    },
    { TRUST_PROXY: 'true' },
  );
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

async function collectLink(page: LinkPage): Promise<MailedLink> {
  personCount += 1;
  const emailAddress = `page-link-${personCount}@stal.example`;
  if (page === 'activation') {
    await call('registerAccount', {
      query: { callbackUrl: '/account/confirm/' },
      body: { ...callInputs.registerAccount.body, emailAddress },
    });
  } else {
    await createSignedInAccount(backend, { emailAddress });
    await call('forgotPassword', { query: { callbackUrl: linkPages[page].path }, body: { emailAddress } });
  }
  return parseMailedLink((await collectMails(backend)).at(-1));
}

/** Opens the page of a link as a browser without script does. */
const openLinkPage = (
  page: LinkPage,
  { userId, token }: Pick<MailedLink, 'userId' | 'token'>,
  method = 'GET',
) =>
  fetchRaw({
    port: web.port,
    path: `${linkPages[page].path}?${new URLSearchParams({ token, userId })}`,
    method,
    headers: { host, 'x-forwarded-for': `192.0.2.${personCount}` },
  });

/** Returns the given texts that a page contains. */
const findContainedTexts = (page: string, ...texts: readonly string[]) =>
  texts.filter((text) => page.includes(text));

const updateStoredToken = ({ token }: MailedLink, values: Partial<typeof accountToken.$inferInsert>) =>
  backend.database
    .update(accountToken)
    .set(values)
    .where(eq(accountToken.tokenHash, hashToken(token)));

describe.each(linkPageNames)('the page of a link for %s', (page) => {
  const { button, next } = linkPages[page];

  it('shows the form while the link is valid, however often it is opened automatically', async () => {
    const link = await collectLink(page);
    await openLinkPage(page, link, 'HEAD');
    for (let count = 0; count < 3; count++) {
      const { status, text } = await openLinkPage(page, link);
      expect(status).toBe(200);
      expect(findContainedTexts(text, button, en['password.linkOver'])).toEqual([button]);
    }
  });

  it('reports a used, an expired and an unknown link with a link to request a new one, and asks for no password', async () => {
    const used = await collectLink(page);
    await updateStoredToken(used, { usedAt: FIXTURE_NOW });
    const expired = await collectLink(page);
    await updateStoredToken(expired, { expiresAt: FIXTURE_NOW });
    const fresh = await collectLink(page);
    for (const link of [used, expired, { ...fresh, token: 'z'.repeat(43) }]) {
      const { status, text } = await openLinkPage(page, link);
      expect(status).toBe(200);
      const told = [en['password.linkOver'], next];
      expect(findContainedTexts(text, ...told, 'type="password"', link.token)).toEqual(told);
    }
  });

  it.each<[string, RequestListener]>([
    ['fails', (_request, response) => response.writeHead(500).end()],
    ['is refused', (_request, response) => response.writeHead(429, { 'retry-after': '60' }).end('{}')],
    ['gets a malformed response', (_request, response) => response.end('{"isOpen":"perhaps"}')],
    ['loses its connection', (_request, response) => response.destroy()],
  ])('shows the form if the check %s', async (_what, failing) => {
    const link = await collectLink(page);
    await updateStoredToken(link, { usedAt: FIXTURE_NOW });
    replacementHandler = failing;
    try {
      const { status, text } = await openLinkPage(page, link);
      expect(status).toBe(200);
      expect(findContainedTexts(text, button)).toEqual([button]);
    } finally {
      replacementHandler = null;
    }
  });

  it('puts the token into no log and into no address of another request', async () => {
    const link = await collectLink(page);
    backendLogLines.length = 0;
    web.lines.length = 0;
    requestTargets.length = 0;
    await openLinkPage(page, link);
    await updateStoredToken(link, { usedAt: FIXTURE_NOW });
    await openLinkPage(page, link);
    expect(requestTargets.some((target) => target.endsWith('/checklink'))).toBe(true);
    expect(requestTargets.filter((target) => target.includes(link.token))).toEqual([]);
    expect(backendLogLines.filter((line) => line.includes(link.token))).toEqual([]);
    expect(web.lines.filter((line) => JSON.stringify(line).includes(link.token))).toEqual([]);
  });
});
