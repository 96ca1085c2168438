import { describe, expect, it } from '@jest/globals';
import { getCategoryScene, getContentScene } from './category-and-content-scenes.ts';

describe('pictures of categories and pages', () => {
  it('are the default ones for keys that every object inherits', () => {
    expect(getCategoryScene('constructor', 'constructor')).toBe(getCategoryScene('something-new', null));
    expect(getCategoryScene('constructor', 'supplements')).toBe(getCategoryScene('supplements', null));
    expect(getContentScene('constructor', 'partner')).toBe(getContentScene('something-new', 'partner'));
  });
});
