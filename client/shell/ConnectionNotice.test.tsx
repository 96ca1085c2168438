import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { preventOfflineSubmits } from '../forms/unsent-forms.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';

let isOnline = true;
const setOnline = (value: boolean) => {
  isOnline = value;
  act(() => {
    window.dispatchEvent(new Event(value ? 'online' : 'offline'));
  });
};

beforeEach(() => {
  isOnline = true;
  jest.useFakeTimers();
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('ConnectionNotice', () => {
  it('renders an empty status region while online, so that later messages are announced', () => {
    renderInShop(<ConnectionNotice />);
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('shows that the visitor is offline until the connection is back', () => {
    renderInShop(<ConnectionNotice />);
    setOnline(false);
    act(() => jest.advanceTimersByTime(MINUTE_MS));
    expect(screen.getByRole('status').textContent).toContain('You are offline.');
  });

  it('shows for 6 seconds that the connection is back', () => {
    renderInShop(<ConnectionNotice />);
    setOnline(false);
    setOnline(true);
    expect(screen.getByRole('status').textContent).toBe('You are back online.');
    act(() => jest.advanceTimersByTime(5999));
    expect(screen.getByRole('status').textContent).toBe('You are back online.');
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('reports an unsent form until it is sent again, and offers to send it', () => {
    renderInShop(
      <>
        <form>
          <input name="code" defaultValue="HAY10" />
          <button type="submit" name="step" value="apply" />
        </form>
        <ConnectionNotice />
      </>,
    );
    preventOfflineSubmits();
    const sent: (string | null)[] = [];
    const handleSubmit = (event: SubmitEvent) => {
      if (isOnline) event.preventDefault();
      sent.push(event.submitter?.getAttribute('value') ?? null);
    };
    document.addEventListener('submit', handleSubmit);
    const button = screen.getAllByRole('button')[0]!;
    setOnline(false);
    act(() => button.click());
    expect(screen.getByRole('status').textContent).toContain('Not sent: you are offline.');
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    expect(screen.getByRole('status').textContent).toContain('Not sent: you are offline.');
    setOnline(true);
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    expect(screen.getByRole('status').textContent).toBe('You are back online.');
    expect(sent).toEqual(['apply', 'apply', 'apply']);
    document.removeEventListener('submit', handleSubmit);
  });

  it('shows offline again if the connection is lost within these 6 seconds', () => {
    renderInShop(<ConnectionNotice />);
    setOnline(false);
    setOnline(true);
    setOnline(false);
    act(() => jest.advanceTimersByTime(10_000));
    expect(screen.getByRole('status').textContent).toContain('You are offline.');
  });
});
