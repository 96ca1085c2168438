import { describe, expect, it } from '@jest/globals';
import { createTranslate } from './translate.ts';

const countMessages = { 'common.home': '%{smart_count} product |||| %{smart_count} products' };

describe('createTranslate', () => {
  it('chooses the plural form of the locale', () => {
    const t = createTranslate('en', countMessages);

    expect(t('common.home', { smart_count: 1 })).toBe('1 product');
    expect(t('common.home', { smart_count: 0 })).toBe('0 products');
  });

  it('finds texts that are added later', () => {
    const messages: Record<string, string> = {};
    const t = createTranslate('en', messages);
    messages['common.home'] = 'Home';

    expect(t('common.home')).toBe('Home');
  });

  it('throws for a key without a text, so that a page never shows a blank', () => {
    const t = createTranslate('en', {});

    expect(() => t('common.home')).toThrow("No text for 'common.home' in 'en'");
  });
});
