import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { Progress } from './Progress.tsx';

const getBar = (container: HTMLElement) => container.querySelector<HTMLElement>('[aria-hidden="true"]');
const getShare = (container: HTMLElement) =>
  Number(getBar(container)?.querySelector('span')?.style.getPropertyValue('--progress'));
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

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
    expect(getBar(container)).toBeNull();
    rerender(<Progress status="busy" />);
    wait(199);
    expect(getBar(container)).toBeNull();
    wait(1);
    expect(getBar(container)).not.toBeNull();
  });

  it('grows every 100 ms and reaches almost 95 % in 3000 ms with average random steps', () => {
    const { container } = render(<Progress status="busy" />);
    wait(1500);
    expect(getShare(container)).toBeCloseTo(0.475, 5);
    wait(99);
    expect(getShare(container)).toBeCloseTo(0.475, 5);
    wait(1401);
    expect(getShare(container)).toBeCloseTo(0.95, 5);
  });

  it('never exceeds 95 % before the page is loaded', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.999);
    const { container } = render(<Progress status="busy" />);
    wait(20_000);
    expect(getShare(container)).toBeCloseTo(0.95, 5);
  });

  it('completes when the page is loaded, then disappears', () => {
    const { container, rerender } = render(<Progress status="busy" />);
    wait(1000);
    rerender(<Progress status="idle" />);
    expect(getShare(container)).toBe(1);
    wait(1000);
    expect(getBar(container)).toBeNull();
  });

  it('uses the failure colour after an error', () => {
    const { container, rerender } = render(<Progress status="busy" />);
    wait(1000);
    expect(getBar(container)?.className).not.toContain('failed');
    rerender(<Progress status="failed" />);
    expect(getBar(container)?.className).toContain('failed');
    expect(getShare(container)).toBe(1);
  });

  it('restarts for the next page', () => {
    const { container, rerender } = render(<Progress status="busy" />);
    wait(3000);
    rerender(<Progress status="idle" />);
    rerender(<Progress status="busy" />);
    wait(300);
    expect(getShare(container)).toBeCloseTo(0.095, 5);
  });
});
