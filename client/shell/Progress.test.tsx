import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { Progress } from './Progress.tsx';

const getProgressBar = (container: HTMLElement) =>
  container.querySelector<HTMLElement>('[aria-hidden="true"]');
const getBarShare = (container: HTMLElement) =>
  Number(getProgressBar(container)?.querySelector('span')?.style.getPropertyValue('--progress'));
const advanceTime = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('Progress', () => {
  it('is invisible while idle and for the first 200 ms', () => {
    const { container, rerender } = render(<Progress status="idle" />);
    expect(getProgressBar(container)).toBeNull();
    rerender(<Progress status="busy" />);
    advanceTime(199);
    expect(getProgressBar(container)).toBeNull();
    advanceTime(1);
    expect(getProgressBar(container)).not.toBeNull();
  });

  it('grows every 100 ms and reaches almost 95 % in 3000 ms with average random steps', () => {
    const { container } = render(<Progress status="busy" />);
    advanceTime(1500);
    expect(getBarShare(container)).toBeCloseTo(0.475, 5);
    advanceTime(99);
    expect(getBarShare(container)).toBeCloseTo(0.475, 5);
    advanceTime(1401);
    expect(getBarShare(container)).toBeCloseTo(0.95, 5);
  });

  it('never exceeds 95 % before the page is loaded', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.999);
    const { container } = render(<Progress status="busy" />);
    advanceTime(20_000);
    expect(getBarShare(container)).toBeCloseTo(0.95, 5);
  });

  it('completes when the page is loaded, then disappears', () => {
    const { container, rerender } = render(<Progress status="busy" />);
    advanceTime(1000);
    rerender(<Progress status="idle" />);
    expect(getBarShare(container)).toBe(1);
    advanceTime(1000);
    expect(getProgressBar(container)).toBeNull();
  });

  it('uses the failure colour after an error', () => {
    const { container, rerender } = render(<Progress status="busy" />);
    advanceTime(1000);
    expect(getProgressBar(container)?.className).not.toContain('failed');
    rerender(<Progress status="failed" />);
    expect(getProgressBar(container)?.className).toContain('failed');
    expect(getBarShare(container)).toBe(1);
  });

  it('restarts for the next page', () => {
    const { container, rerender } = render(<Progress status="busy" />);
    advanceTime(3000);
    rerender(<Progress status="idle" />);
    rerender(<Progress status="busy" />);
    advanceTime(300);
    expect(getBarShare(container)).toBeCloseTo(0.095, 5);
  });
});
