import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { keepFormsOffline } from '../forms/unsent-forms.ts';
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

describe('connection notice', () => {
  it('is an empty status region while the connection holds, so that later words are heard', () => {
    renderInShop(<ConnectionNotice />);
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('says that the visitor is offline for as long as that lasts', () => {
    renderInShop(<ConnectionNotice />);
    setOnline(false);
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByRole('status').textContent).toContain('You are offline.');
  });

  it('says for 6 seconds that the connection is back', () => {
    renderInShop(<ConnectionNotice />);
    setOnline(false);
    setOnline(true);
    expect(screen.getByRole('status').textContent).toBe('You are back online.');
    act(() => jest.advanceTimersByTime(5999));
    expect(screen.getByRole('status').textContent).toBe('You are back online.');
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('reports a form that was not sent until it is sent again, which it offers', () => {
    renderInShop(
      <>
        <form>
          <input name="code" defaultValue="HAY10" />
          <button type="submit" name="step" value="apply" />
        </form>
        <ConnectionNotice />
      </>,
    );
    keepFormsOffline();
    const sent: (string | null)[] = [];
    const handleSubmit = (event: SubmitEvent) => {
      if (isOnline) event.preventDefault();
      sent.push(event.submitter?.getAttribute('value') ?? null);
    };
    document.addEventListener('submit', handleSubmit);
    const button = screen.getAllByRole('button')[0]!;
    setOnline(false);
    act(() => button.click());
    expect(screen.getByRole('status').textContent).toContain('Not sent: there is no connection.');
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    expect(screen.getByRole('status').textContent).toContain('Not sent: there is no connection.');
    setOnline(true);
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    expect(screen.getByRole('status').textContent).toBe('You are back online.');
    expect(sent).toEqual(['apply', 'apply', 'apply']);
    document.removeEventListener('submit', handleSubmit);
  });

  it('says offline again when the connection breaks within these 6 seconds', () => {
    renderInShop(<ConnectionNotice />);
    setOnline(false);
    setOnline(true);
    setOnline(false);
    act(() => jest.advanceTimersByTime(10_000));
    expect(screen.getByRole('status').textContent).toContain('You are offline.');
  });
});
