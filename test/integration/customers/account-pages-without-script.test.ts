import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import {
  account,
  accountSession,
  cart,
  customerOrder,
  rateLimit,
} from '../../../server/backend/schema/schema.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { collectMails, parseMailedLink } from '../../fixtures/account-mails.ts';
import { createSignedInAccount, PASSWORD, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { VARIANT } from '../../fixtures/call-inputs.ts';
import { type Answer, fetchRaw } from '../../fixtures/fetch-raw.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';

const host = 'en.havero-nl.localhost';
const NEW_PASSWORD = 'Klaverweide 34';

let backend: BackendFixture;
let web: TestWeb;
const { openOrderableCart } = createOrderPlacer(createBackendCaller(() => backend));

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app, { TRUST_PROXY: 'true', ADDRESS_BODIES_LIMIT: '1000' });
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

beforeEach(async () => {
  backend.setNow(FIXTURE_NOW);
  await collectMails(backend);
  await backend.database.delete(rateLimit);
});

/** All input of forms and tokens of links: the log of no test may contain any of them. */
const secretStrings = new Set<string>([PASSWORD, NEW_PASSWORD, 'stal.example']);
afterEach(() => {
  const log = JSON.stringify(web.lines);
  for (const secret of secretStrings) expect(log).not.toContain(secret);
  expect(web.reported).toEqual([]);
  expect(backend.errors).toEqual([]);
});

let personCount = 0;
const createEmailAddress = () => {
  personCount += 1;
  return `rider-${personCount}@stal.example`;
};
let visitorCount = 0;

/** Creates a browser without script: it stores cookies and follows redirects. */
function createTestBrowser(cookie = '', referrerPolicy = 'no-referrer') {
  const jar = new Map(
    cookie
      .split('; ')
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  visitorCount += 1;
  const address = `10.2.0.${visitorCount}`;
  const ask = async (to: string, method: 'GET' | 'POST', body?: string): Promise<Answer> => {
    const answer = await fetchRaw({
      port: web.port,
      path: to,
      method,
      headers: {
        host,
        'x-forwarded-for': address,
        ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(body !== undefined && {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        }),
      },
      ...(body !== undefined && { body }),
    });
    for (const field of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = field.split(';');
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (/max-age=0/i.test(field)) jar.delete(name);
      else jar.set(name, value);
    }
    // These pages are not cached, and send no referrer to other pages.
    expect(answer.headers['cache-control']).toMatch(
      answer.status === 303 ? /^(private, )?no-store$/ : /^private, no-store$/,
    );
    expect(answer.headers['referrer-policy']).toBe(referrerPolicy);
    return answer;
  };
  return {
    jar,
    get: (to: string) => ask(to, 'GET'),
    send: (to: string, fields: Record<string, string>) =>
      ask(to, 'POST', new URLSearchParams(fields).toString()),
  };
}
type TestBrowser = ReturnType<typeof createTestBrowser>;

const where = ({ status, headers }: Answer) => [status, headers.location];
/** Returns the visible text of a page, without serialised state and tags. */
const readVisibleText = ({ text }: Answer) =>
  text
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');
/** Returns the value of a field of the page. */
const readField = ({ text }: Answer, name: string) => {
  const tag = [...text.matchAll(/<input[^>]*>/g)]
    .map(([found]) => found)
    .find((found) => found.includes(`name="${name}"`));
  return tag && (tag.match(/ value="([^"]*)"/)?.[1] ?? '');
};

interface LoginInput {
  readonly emailAddress: string;
  readonly password?: string;
  readonly returnPath?: string;
}

const signIn = (
  browser: TestBrowser,
  { emailAddress, password = PASSWORD, returnPath }: LoginInput,
  to = '/account/login/',
) =>
  browser.send(to, {
    form: 'account-login',
    emailAddress,
    password,
    ...(returnPath !== undefined && { returnPath }),
  });
const findAccount = async (emailAddress: string) =>
  (await backend.database.select().from(account).where(eq(account.emailAddress, emailAddress)))[0];
const countSessions = ({ accountId }: Pick<SignedInCustomer, 'accountId'>) =>
  backend.database.$count(accountSession, eq(accountSession.accountId, accountId));

/** Returns the link of the only sent mail, as its reader opens it. */
async function collectLink(kind: string): Promise<{ to: string; token: string; userId: string }> {
  const mails = await collectMails(backend);
  expect(mails.map((mail) => mail.kind)).toEqual([kind]);
  const { url, token, userId } = parseMailedLink(mails[0]);
  secretStrings.add(token);
  return { to: `${url.pathname}${url.search}`, token, userId };
}

describe('a registration without script', () => {
  const typed = { form: 'account-register', firstName: 'Marit', lastName: 'de Vries', password: PASSWORD };

  it('leads to the account by a mailed link and the password', async () => {
    const emailAddress = createEmailAddress();
    const browser = createTestBrowser();
    expect(readVisibleText(await browser.get('/account/register/'))).toContain('At least 7 characters');
    const sent = await browser.send('/account/register/', { ...typed, emailAddress, languageId: '4' });
    expect(where(sent)).toEqual([303, '/account/login/?s=1']);
    expect(readVisibleText(await browser.get('/account/login/?s=1'))).toContain(
      'Your account has been created. We have emailed you a link to activate it.',
    );
    expect(readVisibleText(await signIn(browser, { emailAddress }))).toContain(
      'A new account must be activated first',
    );

    const link = await collectLink('account-activation');
    // Mail scanners follow links: this activates nothing.
    await browser.get(link.to);
    const page = await browser.get(link.to);
    expect((await findAccount(emailAddress))?.activatedAt).toBeNull();
    expect([readField(page, 'token'), readField(page, 'userId')]).toEqual([link.token, link.userId]);
    const activate = { form: 'account-activate', token: link.token, userId: link.userId };
    const wrong = await browser.send(link.to, { ...activate, password: 'perhaps 1' });
    expect(wrong.status).toBe(422);
    expect(readVisibleText(wrong)).toContain('This is not the password that was chosen for this account.');
    expect(wrong.text).not.toContain('perhaps 1');
    expect(where(await browser.send(link.to, { ...activate, password: PASSWORD }))).toEqual([
      303,
      '/account/login/?a=1',
    ]);
    expect(readVisibleText(await browser.get('/account/login/?a=1'))).toContain('Your account is active.');

    expect(where(await signIn(browser, { emailAddress }))).toEqual([303, '/account/']);
    expect([...browser.jar.keys()].sort()).toEqual(expect.arrayContaining(['sid', 'signedin']));
    for (const page of ['login', 'register', 'forgot', 'resend-confirmation']) {
      expect(where(await browser.get(`/account/${page}/`))).toEqual([303, '/account/']);
    }
    expect(where(await browser.get('/checkout/login/'))).toEqual([303, '/checkout/billing/']);
  });

  it('has the same response for an address that has an account', async () => {
    const owner = await createSignedInAccount(backend);
    const answers = [];
    for (const emailAddress of [owner.emailAddress, createEmailAddress()]) {
      const answer = await createTestBrowser().send('/account/register/', { ...typed, emailAddress });
      answers.push([...where(answer), answer.text]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it('shows the faults with the input except the password', async () => {
    const answer = await createTestBrowser().send('/account/register/', {
      ...typed,
      emailAddress: 'marit@stal',
      password: 'Haver 6'.slice(0, 6),
      isCompany: 'yes',
      companyName: 'Stal <b>Klaver</b>',
    });
    expect(answer.status).toBe(422);
    expect(readVisibleText(answer)).toContain('2 things need your attention');
    expect(readVisibleText(answer)).toContain('at least 7 characters with both numbers and letters');
    expect([readField(answer, 'emailAddress'), readField(answer, 'password')]).toEqual(['marit@stal', '']);
    expect(readField(answer, 'companyName')).toBe('Stal &lt;b&gt;Klaver&lt;/b&gt;');
    expect(answer.text).toMatch(/<input[^>]*name="isCompany"[^>]*checked/);
  });

  it('refuses a common password, with a message about the rule', async () => {
    const answer = await createTestBrowser().send('/account/register/', {
      ...typed,
      emailAddress: createEmailAddress(),
      password: 'password1',
    });
    expect(answer.status).toBe(422);
    expect(readVisibleText(answer)).toContain('The password does not meet the requirements');
    expect(answer.text).not.toContain('password1');
  });
});

describe('a sign-in without script', () => {
  it.each([
    ['/account/orders/?p=2', '/account/orders/?p=2'],
    ['', '/account/'],
    ['//evil.example/', '/account/'],
    ['https://evil.example/', '/account/'],
    ['/\\evil.example/', '/account/'],
    ['/.//evil.example/', '/account/'],
  ])('with the return path %j redirects to %s', async (returnPath, leads) => {
    const { emailAddress } = await createSignedInAccount(backend);
    expect(where(await signIn(createTestBrowser(), { emailAddress, returnPath }))).toEqual([303, leads]);
  });

  it('has the previous page in its form', async () => {
    const page = await createTestBrowser().get('/account/login/?returnPath=%2Faccount%2Forders%2F%3Fp%3D2');
    expect(readField(page, 'returnPath')).toBe('/account/orders/?p=2');
    const hostile = await createTestBrowser().get('/account/login/?returnPath=%2F%2Fevil.example%2F');
    expect(readField(hostile, 'returnPath')).toBe('/account/');
    expect(hostile.text).not.toMatch(/(href|src|action|value)="[^"]*evil\.example/);
  });

  it('has the same message for every refusal, and shows the password on no page', async () => {
    const owner = await createSignedInAccount(backend);
    const waiting = await createSignedInAccount(backend, { isActivated: false });
    const texts = [];
    for (const [emailAddress, password] of [
      [owner.emailAddress, 'Haverstro 13'],
      ['nobody@stal.example', 'Haverstro 13'],
      [waiting.emailAddress, PASSWORD],
    ] as const) {
      const answer = await signIn(createTestBrowser(), { emailAddress, password });
      expect(answer.status).toBe(422);
      expect(answer.text).not.toContain(password);
      texts.push(readVisibleText(answer));
    }
    expect(texts[0]).toContain('We do not recognise this combination of email and password.');
    expect(new Set(texts).size).toBe(1);
  });

  it('offers to send the activation mail again', async () => {
    const waiting = await createSignedInAccount(backend, { isActivated: false });
    const browser = createTestBrowser();
    await signIn(browser, waiting);
    const sent = await browser.send('/account/login/', {
      form: 'account-resend',
      emailAddress: waiting.emailAddress,
    });
    expect(where(sent)).toEqual([303, '/account/resend-confirmation/']);
    const page = await browser.get('/account/resend-confirmation/');
    expect(readVisibleText(page)).toContain('Activation email sent');
    expect(page.text).not.toContain(waiting.emailAddress);
    await collectLink('account-activation');
    expect(readVisibleText(await browser.get('/account/resend-confirmation/'))).not.toContain(
      'Activation email sent',
    );
  });

  it('shows the minutes to wait after several attempts', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const browser = createTestBrowser();
    for (let tries = 0; tries < 3; tries += 1) {
      expect(readVisibleText(await signIn(browser, { emailAddress, password: 'Haverstro 13' }))).toContain(
        'We do not recognise this combination',
      );
    }
    const answer = await signIn(browser, { emailAddress });
    expect(answer.status).toBe(422);
    expect(readVisibleText(answer)).toContain('Wait 15 minutes, then try again.');
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 15 * MINUTE_MS));
    expect(where(await signIn(browser, { emailAddress }))).toEqual([303, '/account/']);
  });

  it('during a checkout continues the checkout', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const browser = createTestBrowser();
    const page = await browser.get('/checkout/login/');
    expect(readField(page, 'returnPath')).toBe('/checkout/billing/');
    expect(
      where(await signIn(browser, { emailAddress, returnPath: '/checkout/billing/' }, '/checkout/login/')),
    ).toEqual([303, '/checkout/billing/']);
  });

  it('shows a message in its address as plain text from outside the shop', async () => {
    const message = `<script>alert(1)</script> https://evil.example ${'word '.repeat(1000)}`;
    const page = await createTestBrowser().get(
      `/account/login/?e=${encodeURIComponent(message.slice(0, 1500))}`,
    );
    const quote = page.text.match(/<blockquote[^>]*>(.*?)<\/blockquote>/s)?.[1] ?? '';
    expect(quote).toMatch(/^&lt;script&gt;alert\(1\)&lt;\/script&gt; https:\/\/evil\.example word/);
    expect(quote).not.toContain('<');
    const shown = quote.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(shown.length).toBeLessThanOrEqual(200);
    expect(readVisibleText(page)).toContain('It was not written by us:');
  });
});

describe('a forgotten password without script', () => {
  it.each([
    ['account', '/account/forgot/', '/account/reset/', '/account/login/'],
    ['checkout', '/checkout/password-forgot/', '/checkout/password-reset/', '/checkout/login/'],
  ])('is replaced by the mailed link (%s)', async (place, forgot, reset, login) => {
    const owner = await createSignedInAccount(backend);
    const browser = createTestBrowser();
    const asked = await browser.send(forgot, {
      form: 'account-forgot',
      place,
      emailAddress: owner.emailAddress,
    });
    expect(where(asked)).toEqual([303, forgot]);
    const page = await browser.get(forgot);
    expect(readVisibleText(page)).toContain(
      'Check your inbox If this address has an account, a link is on its way.',
    );

    const link = await collectLink('password-reset');
    expect(link.to.startsWith(`${reset}?`)).toBe(true);
    await browser.get(link.to);
    const form = { form: 'account-reset', place, token: link.token, userId: link.userId };
    const differing = await browser.send(link.to, {
      ...form,
      newPassword: NEW_PASSWORD,
      repeatedPassword: 'Klaverweide 35',
    });
    expect(differing.status).toBe(422);
    expect(readVisibleText(differing)).toContain('The passwords do not match');
    expect(await countSessions(owner)).toBe(1);
    const passwords = { newPassword: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD };
    expect(where(await browser.send(link.to, { ...form, ...passwords }))).toEqual([303, `${login}?r=1`]);
    expect(readVisibleText(await browser.get(`${login}?r=1`))).toContain('Your password has been changed.');
    expect(await countSessions(owner)).toBe(0);

    const again = await browser.send(link.to, { ...form, ...passwords });
    expect(again.status).toBe(422);
    expect(readVisibleText(again)).toContain('This link is no longer valid');
    expect(again.text).toContain(`href="${forgot}"`);
    expect((await signIn(createTestBrowser(), owner)).status).toBe(422);
    expect((await signIn(createTestBrowser(), { ...owner, password: NEW_PASSWORD })).status).toBe(303);
  });

  it('has the same response whether the address has an account', async () => {
    const owner = await createSignedInAccount(backend);
    const answers = [];
    for (const emailAddress of [owner.emailAddress, 'nobody@stal.example']) {
      const browser = createTestBrowser();
      const answer = await browser.send('/account/forgot/', { form: 'account-forgot', emailAddress });
      answers.push([...where(answer), answer.text, readVisibleText(await browser.get('/account/forgot/'))]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe('the links of mails', () => {
  it.each([
    ['/account/reset/', '/account/'],
    ['/account/reset/?token=a', '/account/'],
    ['/account/confirm/', '/'],
    ['/account/confirm/?userId=3e6c86a3-6ad6-426f-9bbf-1814fa7757c2', '/'],
    ['/checkout/password-reset/?token=a', '/checkout/login/'],
  ])('redirect if a part of them is missing: %s', async (to, leads) => {
    expect(where(await createTestBrowser().get(to))).toEqual([303, leads]);
  });

  it('activate an account with a new password if the first is forgotten', async () => {
    const waiting = await createSignedInAccount(backend, { isActivated: false });
    const browser = createTestBrowser();
    await browser.send('/account/resend-confirmation/', {
      form: 'account-resend',
      emailAddress: waiting.emailAddress,
    });
    const link = await collectLink('account-activation');
    const sent = await browser.send(link.to, {
      form: 'account-activate',
      token: link.token,
      userId: link.userId,
      password: '',
      newPassword: NEW_PASSWORD,
    });
    expect(where(sent)).toEqual([303, '/account/login/?a=1']);
    expect((await signIn(browser, { ...waiting, password: NEW_PASSWORD })).status).toBe(303);
  });

  it('change nothing if they are invalid, and offer another mail', async () => {
    const { accountId } = await createSignedInAccount(backend, { isActivated: false });
    const to = `/account/confirm/?token=${'A'.repeat(43)}&userId=${accountId}`;
    const answer = await createTestBrowser().send(to, {
      form: 'account-activate',
      token: 'A'.repeat(43),
      userId: accountId,
      password: PASSWORD,
    });
    expect(answer.status).toBe(422);
    expect(readVisibleText(answer)).toContain('This link is no longer valid');
    expect(answer.text).toContain('href="/account/resend-confirmation/"');
  });
});

describe('a guest in the checkout', () => {
  const typed = {
    form: 'checkout-billing',
    emailAddress: 'guest@stal.example',
    countryId: '1',
    zipcode: '7311 KZ',
    streetNumber: '12',
    street: 'Klaverweg',
    city: 'Apeldoorn',
    firstName: 'Marit',
    lastName: 'de Vries',
    phoneNumber: '+31 6 12345678',
  };
  /** Sends the billing step; the page embeds payments, so its headers differ. */
  const sendBilling = (cookie: string, fields: Record<string, string>) =>
    fetchRaw({
      port: web.port,
      path: '/checkout/billing/',
      method: Object.keys(fields).length > 0 ? 'POST' : 'GET',
      headers: {
        host,
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      ...(Object.keys(fields).length > 0 && { body: new URLSearchParams(fields).toString() }),
    });
  const readHash = async () =>
    (await backend.database.select().from(cart).orderBy(desc(cart.cartId)).limit(1))[0]?.passwordHash;

  it('can sign in, or choose a password for an account', async () => {
    const id = await openOrderableCart([[VARIANT, 2]]);
    const page = await sendBilling(`cart=${id}`, {});
    expect(page.text).toContain('href="/checkout/login/"');
    expect(readVisibleText(page)).toContain('Create an account with this order (optional)');
    expect(readField(page, 'password')).toBe('');

    const refused = await sendBilling(`cart=${id}`, { ...typed, password: 'haver1' });
    expect(refused.status).toBe(422);
    expect(readVisibleText(refused)).toContain('The password does not meet the requirements');
    expect(await readHash()).toBeNull();
    const done = await sendBilling(`cart=${id}`, { ...typed, password: PASSWORD });
    expect(where(done)).toEqual([303, '/checkout/delivery/']);
    expect(await readHash()).toMatch(/^\$argon2id\$/);
    expect(await backend.database.$count(customerOrder)).toBe(0);
  });

  it('sees neither after the sign-in', async () => {
    const owner = await createSignedInAccount(backend);
    const id = await openOrderableCart([[VARIANT, 2]]);
    const page = await sendBilling(`cart=${id}; ${owner.cookie}`, {});
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('href="/checkout/login/"');
    expect(readField(page, 'password')).toBeUndefined();
  });
});

describe('a customer without script who signs out another device', () => {
  const to = '/account/information/sessions/';
  const countSessions = ({ accountId }: SignedInCustomer) =>
    backend.database.$count(accountSession, eq(accountSession.accountId, accountId));

  it('confirms the password after ten minutes, and continues with the same form', async () => {
    const owner = await createSignedInAccount(backend);
    const browser = createTestBrowser(owner.cookie, 'strict-origin-when-cross-origin');
    await signIn(createTestBrowser(), { emailAddress: owner.emailAddress });
    expect(await countSessions(owner)).toBe(2);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 11 * MINUTE_MS));
    const page = await browser.get(to);
    const [sessionId, formToken] = [readField(page, 'sessionId'), readField(page, 'formToken')];
    if (!sessionId || !formToken) throw new Error('The page has no form');
    expect(readField(page, 'currentPassword')).toBeUndefined();
    const fields = { form: 'session-end', of: sessionId, sessionId, formToken };

    const asked = await browser.send(to, fields);
    expect(asked.status).toBe(422);
    expect(readField(asked, 'currentPassword')).toBe('');
    expect(readVisibleText(asked)).toContain('Enter your password to sign out another device.');
    const wrong = await browser.send(to, { ...fields, currentPassword: NEW_PASSWORD });
    expect(wrong.status).toBe(422);
    expect(readVisibleText(wrong)).toContain('This is not your current password.');
    expect(await countSessions(owner)).toBe(2);

    const done = await browser.send(to, { ...fields, currentPassword: PASSWORD });
    expect(done.status).toBe(303);
    expect(await countSessions(owner)).toBe(1);
    // The browser has received the new id of its session.
    expect(readVisibleText(await browser.get(to))).toContain('That device has been signed out.');
  });
});
