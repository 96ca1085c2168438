import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Pending } from './Pending.tsx';

const getTree = (isPending: boolean) => (
  <Pending isPending={isPending} skeleton={<p>skeleton</p>}>
    <p>content</p>
  </Pending>
);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('pending region', () => {
  it('keeps its content for 200 ms, then shows the skeleton', () => {
    render(getTree(true));
    act(() => jest.advanceTimersByTime(199));
    expect(screen.queryByText('content')).not.toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText('skeleton')).not.toBeNull();
  });

  it('shows the result at once, and waits 200 ms again the next time', () => {
    const { rerender } = render(getTree(true));
    act(() => jest.advanceTimersByTime(500));
    rerender(getTree(false));
    expect(screen.queryByText('content')).not.toBeNull();
    rerender(getTree(true));
    expect(screen.queryByText('content')).not.toBeNull();
  });

  it('is marked busy only while it waits', () => {
    const { container, rerender } = render(getTree(true));
    expect(container.querySelector('[aria-busy="true"]')).not.toBeNull();
    rerender(getTree(false));
    expect(container.querySelector('[aria-busy]')).toBeNull();
  });
});
