import { describe, expect, it } from '@jest/globals';
import { findSiteLink } from './find-site-link.ts';

const link = (title: string) => ({ title, route: `/${title.toLowerCase()}/`, target: null });
const testScope = {
  navigation: {
    navigationId: 11,
    items: [
      {
        key: 'feed',
        link: link('Feed'),
        scene: null,
        children: [{ key: 'silo-supply', link: link('Silo'), group: null }],
      },
    ],
  },
  footer: {
    footerId: 12,
    columns: [
      {
        key: 'shop',
        title: 'Ordering',
        links: [
          link('Unnamed'),
          { ...link('Delivery'), key: 'delivery' },
          { ...link('Bulk'), key: 'silo-supply' },
        ],
      },
    ],
  },
};

describe('findSiteLink', () => {
  it.each([
    ['feed', 'Feed'],
    ['silo-supply', 'Silo'],
    ['delivery', 'Delivery'],
  ])('finds %s in the menu, its submenus or the footer', (key, title) => {
    expect(findSiteLink(testScope, key)?.title).toBe(title);
  });

  it('returns null if the site has no such page', () => {
    expect(findSiteLink(testScope, 'roughage-tests')).toBeNull();
  });
});
