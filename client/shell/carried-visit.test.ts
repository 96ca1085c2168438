import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dutchScope } from '../../test/fixtures/render-in-shop.tsx';
import { comparison } from '../store/comparison.ts';
import { consent } from '../store/consent.ts';
import { addVisit, readVisit } from './carried-visit.ts';
import { receiveVisit } from './receive-visit.ts';

const today = new Date().toISOString().slice(0, 10);
const granted = `1.${today}.p1s1m0`;
const setConsent = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = `consent=${value}; path=/`;
};

beforeEach(() => {
  setConsent('; max-age=0');
  // The store has read the cookie of the test before: only what subscribes has it read again.
  const end = consent.subscribe(() => undefined);
  document.dispatchEvent(new Event('visibilitychange'));
  end();
  comparison.set([]);
  window.history.replaceState(null, '', '/');
});
afterEach(() => setConsent('; max-age=0'));

describe('an address of another language', () => {
  it('carries the compared products and the consent', () => {
    comparison.set([101, 102]);
    setConsent(granted);
    const url = addVisit('http://havero-nl.localhost/muesli/?p=2');
    expect(url).toBe(`http://havero-nl.localhost/muesli/?p=2#visit=101,102~${granted}`);
    expect(readVisit(new URL(url).hash)).toEqual({ productIds: [101, 102], consent: granted, rest: '' });
  });

  it('carries them behind what its fragment has already', () => {
    comparison.set([101]);
    const url = addVisit('http://havero-nl.localhost/cart/handover/#token~%2Fmuesli%2F');
    expect(readVisit(new URL(url).hash)).toEqual({
      productIds: [101],
      consent: '',
      rest: '#token~%2Fmuesli%2F',
    });
  });

  it('stays as it is if there is nothing to carry', () => {
    expect(addVisit('http://havero-nl.localhost/')).toBe('http://havero-nl.localhost/');
  });

  it.each(['', '#token', '#visit=', '#visit=1,2', '#visit=x~y', '#visit=1~a;b'])(
    'carries nothing with the fragment "%s"',
    (fragment) => {
      expect(readVisit(fragment)).toBeNull();
    },
  );
});

describe('a visit from another language', () => {
  const receive = (fragment: string, referrer = 'http://havero-nl.localhost/') => {
    window.history.replaceState(null, '', `/muesli/?p=2${fragment}`);
    const visit = readVisit(fragment);
    if (!visit) throw new Error('The fragment carries nothing');
    receiveVisit(visit, dutchScope, referrer);
  };

  it('continues with its compared products and its consent, and leaves the address', () => {
    receive(`#visit=101,102~${granted}`);
    expect(comparison.getIds()).toEqual([101, 102]);
    expect(consent.isGranted('statistics')).toBe(true);
    expect(consent.isGranted('marketing')).toBe(false);
    expect(document.cookie).toContain(`consent=${granted}`);
    expect(window.location.href).toMatch(/\/muesli\/\?p=2$/);
  });

  it('leaves the token of a cart in the address', () => {
    receive('#token~%2Fmuesli%2F~visit=101~');
    expect(window.location.hash).toBe('#token~%2Fmuesli%2F');
  });

  it('replaces the products compared here, so that one removed there does not come back', () => {
    comparison.set([101, 102]);
    receive('#visit=102~');
    expect(comparison.getIds()).toEqual([102]);
  });

  it('never gives again what was withdrawn on the same day', () => {
    setConsent(`1.${today}.p1s0m0`);
    receive(`#visit=~1.${today}.p1s1m1`);
    expect(document.cookie).toContain(`consent=1.${today}.p1s0m0`);
    setConsent(`1.${today}.p1s1m1`);
    receive(`#visit=~1.${today}.p0s0m0`);
    expect(document.cookie).toContain(`consent=1.${today}.p0s0m0`);
  });

  it.each([
    ['another website', 'http://evil.example/'],
    ['another site of the shop', 'http://hafero-de.localhost/'],
    ['this host itself', 'http://en.havero-nl.localhost/muesli/'],
    ['no page, or one that states none', ''],
  ])('is ignored if the link was on %s', (_where, referrer) => {
    receive(`#visit=101~${granted}`, referrer);
    expect(comparison.getIds()).toEqual([]);
    expect(consent.hasAnswered(['statistics'])).toBe(false);
    expect(window.location.hash).toBe('');
  });

  it.each([
    ['of a form that is unknown', 'yes'],
    ['older than a year', '1.2020-01-01.p1s1m1'],
    ['that is empty', ''],
  ])('leaves the consent of this host alone where it carries one %s', (_what, value) => {
    receive(`#visit=101~${value}`);
    expect(consent.hasAnswered(['statistics'])).toBe(false);
    expect(comparison.getIds()).toEqual([101]);
  });

  it('leaves a later choice of this host alone, and replaces an earlier one', () => {
    const before = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    setConsent(`1.${today}.p0s0m0`);
    receive(`#visit=~1.${before}.p1s1m1`);
    expect(document.cookie).toContain(`consent=1.${today}.p0s0m0`);
    setConsent(`1.${before}.p0s0m0`);
    receive(`#visit=~${granted}`);
    expect(document.cookie).toContain(`consent=${granted}`);
  });
});
