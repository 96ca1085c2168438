import { describe, expect, it } from '@jest/globals';
import { determineScrollDirection, type ScrollState } from './scroll-direction.ts';

const height = 844;
const pageHeight = 5000;

/** Returns the directions for a sequence of scroll positions, starting at the top of the page. */
function listDirections(...tops: number[]): string[] {
  let state: ScrollState = { direction: 'up', top: 0 };
  return tops.map((top) => {
    state = determineScrollDirection(state, { top, height, pageHeight });
    return state.direction;
  });
}

describe('determineScrollDirection', () => {
  it('returns down while scrolling down and up while scrolling up', () => {
    expect(listDirections(400, 900, 700, 650, 1200)).toEqual(['down', 'down', 'up', 'up', 'down']);
  });

  it('ignores jitter', () => {
    expect(listDirections(400, 393, 400, 396)).toEqual(['down', 'down', 'down', 'down']);
    expect(listDirections(900, 500, 507, 500)).toEqual(['down', 'up', 'up', 'up']);
  });

  it('adds up small movements', () => {
    expect(listDirections(400, 396, 393, 390)).toEqual(['down', 'down', 'down', 'up']);
  });

  it('retains the direction while the position does not change', () => {
    expect(listDirections(400, 400, 400)).toEqual(['down', 'down', 'down']);
  });

  it('returns up near the top, when overscrolled above it, and on a page that fits the window', () => {
    expect(listDirections(30, 60, -20)).toEqual(['up', 'up', 'up']);
    expect(
      determineScrollDirection({ direction: 'down', top: 0 }, { top: 0, height, pageHeight: height })
        .direction,
    ).toBe('up');
  });

  it('returns up at the end of the page, and when overscrolled below it', () => {
    const end = pageHeight - height;
    expect(listDirections(400, end - 100, end - 40, end, end + 30)).toEqual([
      'down',
      'down',
      'up',
      'up',
      'up',
    ]);
  });

  it('returns down again only after a movement down from the position near the top', () => {
    expect(listDirections(60, 66, 80)).toEqual(['up', 'up', 'down']);
  });
});
