import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { createContent, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { ErrorPage } from './ErrorPage.tsx';

afterEach(cleanup);

function renderError(changes: Partial<PageDataOf<'error'>> = {}) {
  const data: PageDataOf<'error'> = {
    kind: 'error',
    status: 500,
    requestId: null,
    content: null,
    ...changes,
  };
  render(<ErrorPage data={data} />, { wrapper: createShopWrapper({ data, path: '/muesli/?p=2' }) });
}

describe('ErrorPage', () => {
  it('says that something went wrong and offers retry and home', () => {
    renderError();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Oops, something went wrong here!');
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/muesli/?p=2');
    expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: '+31 88 000 00 10' })).toBeTruthy();
  });

  it("carries the site's own text where it is at hand", () => {
    const content = createContent({
      title: 'A fault of ours',
      blocks: [{ type: 'paragraph', content: [{ text: 'Nothing has been ordered.' }] }],
    });
    renderError({ content });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Oops, something went wrong here!');
    expect(screen.getByText('Something went wrong, try again or contact customer service.')).toBeTruthy();
    expect(screen.getByText('Nothing has been ordered.')).toBeTruthy();
  });

  it('asks for patience where the shop is busy, and says nothing of an error then', () => {
    renderError({ status: 503 });
    expect(screen.getByText(/busy/)).toBeTruthy();
    expect(screen.queryByText(/server error/)).toBeNull();
  });

  it('names the reference only where there is one', () => {
    renderError({ requestId: '7f3k-22a' });
    expect(screen.getByText('7f3k-22a')).toBeTruthy();
    cleanup();
    renderError();
    expect(screen.queryByText(/Reference/)).toBeNull();
  });
});
