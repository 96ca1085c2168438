import { describe, expect, it } from '@jest/globals';
import { getCategoryScene, getContentScene } from './scenes.ts';

describe('pictures of categories and pages', () => {
  it('are those of any other where a key is one that every object has', () => {
    expect(getCategoryScene('constructor', 'constructor')).toBe(getCategoryScene('something-new', null));
    expect(getCategoryScene('constructor', 'supplements')).toBe(getCategoryScene('supplements', null));
    expect(getContentScene('constructor', 'partner')).toBe(getContentScene('something-new', 'partner'));
  });
});
