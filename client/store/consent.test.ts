import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { consent } from './consent.ts';

const setCookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as another tab of the shop does it
  document.cookie = `consent=${value}; path=/`;
};

afterEach(() => setCookie('; max-age=0'));

describe('consent', () => {
  it('is not given before the visitor has chosen, and applies from then on', () => {
    expect(consent.isGranted('statistics')).toBe(false);
    expect(consent.hasAnswered(['statistics'])).toBe(false);
    consent.decide(['preferences', 'statistics', 'marketing'], ['statistics']);
    expect(consent.isGranted('statistics')).toBe(true);
    expect(consent.isGranted('marketing')).toBe(false);
    expect(consent.hasAnswered(['preferences', 'statistics', 'marketing'])).toBe(true);
    expect(document.cookie).toMatch(/^consent=1\.\d{4}-\d\d-\d\d\.p0s1m0$/);
  });

  it('keeps the answers to categories that are not asked this time', () => {
    consent.decide(['preferences', 'statistics'], ['statistics']);
    consent.decide(['preferences'], ['preferences']);
    expect(consent.isGranted('statistics')).toBe(true);
    expect(consent.isGranted('preferences')).toBe(true);
  });

  it('notifies subscribers of choices in this and other tabs, and of nothing else', () => {
    const listener = jest.fn();
    const end = consent.subscribe(listener);
    consent.decide(['statistics'], ['statistics']);
    expect(listener).toHaveBeenCalledTimes(1);

    document.dispatchEvent(new Event('visibilitychange'));
    expect(listener).toHaveBeenCalledTimes(1);

    setCookie(`1.${new Date().toISOString().slice(0, 10)}.s0`);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(listener).toHaveBeenCalledTimes(2);
    expect(consent.isGranted('statistics')).toBe(false);

    end();
    consent.decide(['statistics'], ['statistics']);
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
