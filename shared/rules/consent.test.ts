import { describe, expect, it } from '@jest/globals';
import { formatConsent, getTagManagerUrl, listCategoriesNeedingConsent, parseConsent } from './consent.ts';

const testNow = new Date('2026-11-21T12:00:00Z');
const day = (days: number) => new Date(testNow.getTime() + days * 86_400_000).toISOString().slice(0, 10);

describe('parseConsent', () => {
  it('parses the formatted choice among other cookies', () => {
    const choice = {
      chosenOn: '2026-11-01',
      answers: { preferences: true, statistics: false, marketing: true },
    } as const;
    expect(parseConsent(`localization=2026-01-01; consent=${formatConsent(choice)}; x=1`, testNow)).toEqual(
      choice,
    );
  });

  it('distinguishes categories that were offered from those that were not', () => {
    const { answers } = parseConsent('consent=1.2026-11-01.p0', testNow) ?? {};
    expect(answers).toEqual({ preferences: false });
  });

  it.each([
    ['there is no cookie', ''],
    ['another cookie has a similar name', 'noconsent=1.2026-11-01.p1'],
    ['it is empty', 'consent='],
    ['it has another version', 'consent=2.2026-11-01.p1'],
    ['it contains an unknown category', 'consent=1.2026-11-01.p1x1'],
    ['an answer is neither yes nor no', 'consent=1.2026-11-01.p2'],
    ['a category occurs twice', 'consent=1.2026-11-01.p1p1'],
    ['it contains no answers', 'consent=1.2026-11-01.'],
    ['the date is invalid', 'consent=1.2026-99-99.p1'],
    ['it is encoded', 'consent=1.2026-11-01.p1%3Bs1'],
    ['it contains a script', 'consent=<script>alert(1)</script>'],
    ['it is JSON', 'consent={"statistics":true}'],
    ['its date is in the future', `consent=1.${day(3)}.p1s1m1`],
    ['it is a year old', `consent=1.${day(-366)}.p1s1m1`],
  ])('returns null if %s', (_what, cookies) => {
    expect(parseConsent(cookies, testNow)).toBeNull();
  });

  it('accepts a choice until the day before the year is over', () => {
    expect(parseConsent(`consent=1.${day(-364)}.p1`, testNow)?.answers).toEqual({ preferences: true });
  });

  it('uses the first of two cookies with the same name', () => {
    expect(parseConsent('consent=1.2026-11-01.s0; consent=1.2026-11-01.s1', testNow)?.answers).toEqual({
      statistics: false,
    });
  });
});

describe('consent categories and tag manager of a site', () => {
  it('include preferences if products are sold, and statistics and marketing if there is a tag manager', () => {
    const gtmContainerId = 'GTM-ABC1234';
    expect(listCategoriesNeedingConsent({ type: 0, gtmContainerId: null })).toEqual(['preferences']);
    expect(listCategoriesNeedingConsent({ type: 0, gtmContainerId })).toEqual([
      'preferences',
      'statistics',
      'marketing',
    ]);
    expect(listCategoriesNeedingConsent({ type: 2, gtmContainerId })).toEqual(['statistics', 'marketing']);
    expect(listCategoriesNeedingConsent({ type: 2, gtmContainerId: null })).toEqual([]);
  });

  it.each([null, '', 'UA-1', 'GTM-', 'gtm-abc1234', 'GTM-ABC&l=x', 'GTM-ABC1234\n', '../GTM-ABC1234'])(
    'include no tag manager for the container id %j',
    (containerId) => {
      expect(getTagManagerUrl(containerId)).toBeNull();
    },
  );

  it('include the URL of the script of the container', () => {
    expect(getTagManagerUrl('GTM-ABC1234')).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234');
  });
});
