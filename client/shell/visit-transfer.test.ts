import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { dutchScope } from '../../test/fixtures/render-in-shop.tsx';
import { comparison } from '../store/comparison.ts';
import { consent } from '../store/consent.ts';
import { receiveTransferredVisit } from './receive-transferred-visit.ts';
import { addTransferredVisit, parseTransferredVisit } from './visit-transfer.ts';

const todayDate = new Date().toISOString().slice(0, 10);
const grantedConsent = `1.${todayDate}.p1s1m0`;
const setConsent = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = `consent=${value}; path=/`;
};

beforeEach(() => {
  setConsent('; max-age=0');
  // The store has cached the cookie of the previous test. Subscribing makes it read the cookie again.
  const end = consent.subscribe(() => undefined);
  document.dispatchEvent(new Event('visibilitychange'));
  end();
  comparison.set([]);
  window.history.replaceState(null, '', '/');
});
afterEach(() => setConsent('; max-age=0'));

describe('addTransferredVisit', () => {
  it('adds the compared products and the consent', () => {
    comparison.set([101, 102]);
    setConsent(grantedConsent);
    const url = addTransferredVisit('http://havero-nl.localhost/muesli/?p=2');
    expect(url).toBe(`http://havero-nl.localhost/muesli/?p=2#visit=101,102~${grantedConsent}`);
    expect(parseTransferredVisit(new URL(url).hash)).toEqual({
      productIds: [101, 102],
      consent: grantedConsent,
      sessionToken: null,
      path: null,
      rest: '',
    });
  });

  it('adds them after an existing fragment', () => {
    comparison.set([101]);
    const url = addTransferredVisit('http://havero-nl.localhost/cart/handover/#token~%2Fmuesli%2F');
    expect(parseTransferredVisit(new URL(url).hash)).toEqual({
      productIds: [101],
      consent: '',
      sessionToken: null,
      path: null,
      rest: '#token~%2Fmuesli%2F',
    });
  });

  it('adds the session of a signed-in visitor', () => {
    const url = addTransferredVisit('http://havero-nl.localhost/a~b/?p=2', 'id.secret');
    expect(url).toBe('http://havero-nl.localhost/a~b/?p=2#visit=~~id.secret~%2Fa%7Eb%2F%3Fp%3D2');
    expect(parseTransferredVisit(new URL(url).hash)).toMatchObject({
      productIds: [],
      sessionToken: 'id.secret',
      path: '/a~b/?p=2',
    });
  });

  it('returns the URL unchanged if there is nothing to transfer', () => {
    expect(addTransferredVisit('http://havero-nl.localhost/')).toBe('http://havero-nl.localhost/');
  });

  it.each(['', '#token', '#visit=', '#visit=1,2', '#visit=x~y', '#visit=1~a;b'])(
    'reads nothing from the fragment "%s"',
    (fragment) => {
      expect(parseTransferredVisit(fragment)).toBeNull();
    },
  );
});

describe('receiveTransferredVisit', () => {
  const receiveSession = jest.fn(async (_input: unknown) => ({ isChanged: true }));
  const receive = (fragment: string, referrer = 'http://havero-nl.localhost/') => {
    window.history.replaceState(null, '', `/muesli/?p=2${fragment}`);
    const api = { receiveSession } as Pick<Api, 'receiveSession'>;
    return receiveTransferredVisit(fragment, { api, scope: dutchScope, referrer, timeoutMs: 2000 });
  };
  beforeEach(() => {
    receiveSession.mockClear();
  });

  it('signs in with the transferred session', async () => {
    expect(await receive('#visit=~~id.secret~%2Fmuesli%2F%3Fp%3D3')).toBe('/muesli/?p=3');
    expect(receiveSession.mock.calls[0]?.[0]).toEqual({ body: { token: 'id.secret' } });
    expect(window.location.hash).toBe('');
  });

  it('reports no change if the visitor is already signed in', async () => {
    receiveSession.mockResolvedValueOnce({ isChanged: false });
    expect(await receive('#visit=~~id.secret~%2F')).toBeNull();
  });

  it.each(['%2F%2Fevil.example', 'https%3A%2F%2Fevil.example', ''])(
    'stays on this page if the path is %j',
    async (path) => {
      expect(await receive(`#visit=~~id.secret~${path}`)).toBe('/muesli/');
    },
  );

  it('starts signed out if the session has expired', async () => {
    receiveSession.mockRejectedValueOnce(new ApiError('status', { status: 400 }));
    expect(await receive('#visit=101~~id.secret~%2F')).toBeNull();
    expect(comparison.getIds()).toEqual([101]);
  });

  it('makes no call without a session', async () => {
    expect(await receive('#visit=101~')).toBeNull();
    expect(receiveSession).not.toHaveBeenCalled();
  });

  it('stores compared products and consent and removes them from the URL', async () => {
    await receive(`#visit=101,102~${grantedConsent}`);
    expect(comparison.getIds()).toEqual([101, 102]);
    expect(consent.isGranted('statistics')).toBe(true);
    expect(consent.isGranted('marketing')).toBe(false);
    expect(document.cookie).toContain(`consent=${grantedConsent}`);
    expect(window.location.href).toMatch(/\/muesli\/\?p=2$/);
  });

  it('keeps the cart token in the URL', async () => {
    await receive('#token~%2Fmuesli%2F~visit=101~');
    expect(window.location.hash).toBe('#token~%2Fmuesli%2F');
  });

  it('replaces the compared products of this host, so that a removed product does not return', async () => {
    comparison.set([101, 102]);
    await receive('#visit=102~');
    expect(comparison.getIds()).toEqual([102]);
  });

  it('never restores a consent that was withdrawn on the same day', async () => {
    setConsent(`1.${todayDate}.p1s0m0`);
    await receive(`#visit=~1.${todayDate}.p1s1m1`);
    expect(document.cookie).toContain(`consent=1.${todayDate}.p1s0m0`);
    setConsent(`1.${todayDate}.p1s1m1`);
    await receive(`#visit=~1.${todayDate}.p0s0m0`);
    expect(document.cookie).toContain(`consent=1.${todayDate}.p0s0m0`);
  });

  it.each([
    ['another website', 'http://evil.example/'],
    ['another site of the shop', 'http://hafero-de.localhost/'],
    ['this host itself', 'http://en.havero-nl.localhost/muesli/'],
    ['a page without referrer', ''],
  ])('ignores a link on %s', async (_where, referrer) => {
    expect(await receive(`#visit=101~${grantedConsent}~id.secret~%2F`, referrer)).toBeNull();
    expect(receiveSession).not.toHaveBeenCalled();
    expect(comparison.getIds()).toEqual([]);
    expect(consent.hasAnswered(['statistics'])).toBe(false);
    expect(window.location.hash).toBe('');
  });

  it.each([
    ['in an unknown format', 'yes'],
    ['that is older than a year', '1.2020-01-01.p1s1m1'],
    ['that is empty', ''],
  ])('keeps the consent of this host if the link contains one %s', async (_what, value) => {
    await receive(`#visit=101~${value}`);
    expect(consent.hasAnswered(['statistics'])).toBe(false);
    expect(comparison.getIds()).toEqual([101]);
  });

  it('keeps a later choice of this host and replaces an earlier one', async () => {
    const before = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    setConsent(`1.${todayDate}.p0s0m0`);
    await receive(`#visit=~1.${before}.p1s1m1`);
    expect(document.cookie).toContain(`consent=1.${todayDate}.p0s0m0`);
    setConsent(`1.${before}.p0s0m0`);
    await receive(`#visit=~${grantedConsent}`);
    expect(document.cookie).toContain(`consent=${grantedConsent}`);
  });
});
