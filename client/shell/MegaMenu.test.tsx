import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import type { NavigationItem } from '../../shared/contract/content.ts';
import { dutchScope, renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { MegaMenu } from './MegaMenu.tsx';

const getMenuLink = (name: string) => screen.getByRole('link', { name });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const movePointerOver = (name: string, pointerType: string) => {
  const entry = getMenuLink(name).closest('li')!;
  const event = createEvent.pointerOver(entry);
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  fireEvent(entry, event);
};

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('MegaMenu', () => {
  it('renders its entries as plain links that work without script', () => {
    renderInShop(<MegaMenu />);
    expect(getMenuLink('Horse feed').getAttribute('href')).toBe('/feed/');
    expect(getMenuLink('Treats').getAttribute('href')).toBe('/treats/');
    expect(getMenuLink('Treats').hasAttribute('aria-expanded')).toBe(false);
  });

  it('opens the panel of an entry on a press and closes it on the next', () => {
    renderInShop(<MegaMenu />);
    fireEvent.click(getMenuLink('Horse feed'));
    expect(getMenuLink('Horse feed').getAttribute('aria-expanded')).toBe('true');
    expect(getMenuLink('Muesli').getAttribute('href')).toBe('/muesli/');
    expect(getMenuLink('All Horse feed').getAttribute('href')).toBe('/feed/');
    fireEvent.click(getMenuLink('Horse feed'));
    expect(getMenuLink('Horse feed').getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('link', { name: 'Muesli' })).toBeNull();
  });

  it('leaves a press with the control key to the browser, which opens a new tab', () => {
    renderInShop(<MegaMenu />);
    let isLeft = false;
    const note = (event: MouseEvent) => {
      isLeft = !event.defaultPrevented;
      // jsdom has no tabs.
      event.preventDefault();
    };
    window.addEventListener('click', note, { once: true });
    fireEvent.click(getMenuLink('Horse feed'), { ctrlKey: true });
    expect(isLeft).toBe(true);
    expect(getMenuLink('Horse feed').getAttribute('aria-expanded')).toBe('false');
  });

  it('opens after the pointer has rested for 150 ms, not before', () => {
    jest.useFakeTimers();
    renderInShop(<MegaMenu />);
    movePointerOver('Horse feed', 'mouse');
    act(() => jest.advanceTimersByTime(149));
    expect(screen.queryByRole('link', { name: 'Muesli' })).toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByRole('link', { name: 'Muesli' })).not.toBeNull();
  });

  it('does not open on a touch that scrolls', () => {
    jest.useFakeTimers();
    renderInShop(<MegaMenu />);
    movePointerOver('Horse feed', 'touch');
    act(() => jest.advanceTimersByTime(1000));
    expect(screen.queryByRole('link', { name: 'Muesli' })).toBeNull();
  });

  it('closes on Escape and returns the focus to the entry', () => {
    renderInShop(<MegaMenu />);
    fireEvent.click(getMenuLink('Horse feed'));
    getMenuLink('Mash').focus();
    press('Escape');
    expect(screen.queryByRole('link', { name: 'Mash' })).toBeNull();
    expect(document.activeElement).toBe(getMenuLink('Horse feed'));
  });

  it('moves along the bar with the left and right arrow keys in a loop', () => {
    renderInShop(<MegaMenu />);
    getMenuLink('Horse feed').focus();
    press('ArrowRight');
    expect(document.activeElement).toBe(getMenuLink('Treats'));
    press('ArrowLeft');
    press('ArrowLeft');
    expect(document.activeElement).toBe(getMenuLink('Roughage tests'));
  });

  it('opens with the down arrow key, moves through the panel, and returns with the up arrow key', () => {
    renderInShop(<MegaMenu />);
    getMenuLink('Horse feed').focus();
    press('ArrowDown');
    expect(document.activeElement).toBe(getMenuLink('All Horse feed'));
    press('ArrowDown');
    expect(document.activeElement).toBe(getMenuLink('Muesli'));
    press('End');
    expect(document.activeElement).toBe(getMenuLink('Mash'));
    press('Home');
    press('ArrowUp');
    expect(document.activeElement).toBe(getMenuLink('Horse feed'));
  });

  it('closes when a link of the panel is followed', () => {
    renderInShop(<MegaMenu />, { path: '/' });
    fireEvent.click(getMenuLink('Horse feed'));
    fireEvent.click(getMenuLink('Mash'));
    expect(screen.queryByRole('link', { name: 'Mash' })).toBeNull();
    expect(screen.getByTestId('location').textContent).toBe('/mash/');
  });

  it('closes on a press outside', () => {
    renderInShop(<MegaMenu />);
    fireEvent.click(getMenuLink('Horse feed'));
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('link', { name: 'Mash' })).toBeNull();
  });

  it('marks the entry of the current page and its parent entry', () => {
    renderInShop(<MegaMenu />, { path: '/muesli/' });
    expect(getMenuLink('Horse feed').getAttribute('aria-current')).toBe('true');
    expect(getMenuLink('Treats').hasAttribute('aria-current')).toBe(false);
    cleanup();
    renderInShop(<MegaMenu />, { path: '/treats/' });
    expect(getMenuLink('Treats').getAttribute('aria-current')).toBe('page');
  });

  it('groups links under headings if there are several groups, and shows no heading for one group', () => {
    const child = (title: string, group: NavigationItem['children'][number]['group']) => ({
      key: title,
      link: { title, route: `/${title}/`, target: null },
      group,
    });
    const feed = {
      key: 'feed',
      link: { title: 'Horse feed', route: '/feed/', target: null },
      scene: 'hay-barn' as const,
      children: [
        child('Silo', null),
        child('Ponies', 'horse'),
        child('Muesli', 'kind'),
        child('Grain-free', 'freeFrom'),
      ],
    };
    const tests = { ...feed, key: 'tests', link: { ...feed.link, title: 'Tests' } };
    renderInShop(<MegaMenu />, {
      scope: {
        navigation: {
          navigationId: dutchScope.navigation.navigationId,
          items: [feed, { ...tests, children: [child('Scan', 'kind')] }],
        },
      },
    });
    fireEvent.click(getMenuLink('Horse feed'));
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'By type',
      'By horse',
      'Free from',
    ]);
    const ponies = screen.getByRole('region', { name: 'By horse' });
    expect(ponies.querySelectorAll('a')).toHaveLength(1);
    expect(getMenuLink('Silo').closest('section')).toBeNull();

    fireEvent.click(getMenuLink('Tests'));
    expect(getMenuLink('Scan').getAttribute('href')).toBe('/Scan/');
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
