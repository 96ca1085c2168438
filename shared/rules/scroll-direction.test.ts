import { describe, expect, it } from '@jest/globals';
import { followScroll, type ScrollState } from './scroll-direction.ts';

const height = 844;
const pageHeight = 5000;

/** Directions at each look, from the top of the page on. */
function follow(...tops: number[]): string[] {
  let state: ScrollState = { direction: 'up', top: 0 };
  return tops.map((top) => {
    state = followScroll(state, { top, height, pageHeight });
    return state.direction;
  });
}

describe('the direction in which somebody scrolls', () => {
  it('is down on the way down and up on the way back', () => {
    expect(follow(400, 900, 700, 650, 1200)).toEqual(['down', 'down', 'up', 'up', 'down']);
  });

  it('is not changed by a trembling finger', () => {
    expect(follow(400, 393, 400, 396)).toEqual(['down', 'down', 'down', 'down']);
    expect(follow(900, 500, 507, 500)).toEqual(['down', 'up', 'up', 'up']);
  });

  it('is changed by a slow way, too, which adds up', () => {
    expect(follow(400, 396, 393, 390)).toEqual(['down', 'down', 'down', 'up']);
  });

  it('stays while the view rests', () => {
    expect(follow(400, 400, 400)).toEqual(['down', 'down', 'down']);
  });

  it('is up near the top, above it where a page was pulled too far, and on a page that fits the window', () => {
    expect(follow(30, 60, -20)).toEqual(['up', 'up', 'up']);
    expect(
      followScroll({ direction: 'down', top: 0 }, { top: 0, height, pageHeight: height }).direction,
    ).toBe('up');
  });

  it('is up at the end of the page, and below it where a page was pulled too far', () => {
    const end = pageHeight - height;
    expect(follow(400, end - 100, end - 40, end, end + 30)).toEqual(['down', 'down', 'up', 'up', 'up']);
  });

  it('is down again only after a way down from where the page was near its top', () => {
    expect(follow(60, 66, 80)).toEqual(['up', 'up', 'down']);
  });
});
