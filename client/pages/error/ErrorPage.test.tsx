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
  it('describes the error and offers a retry and the home page', () => {
    renderError();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Oops, something went wrong here!');
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/muesli/?p=2');
    expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: '+31 88 000 00 10' })).toBeTruthy();
  });

  it("shows the site's own text if it is available", () => {
    const content = createContent({
      title: 'A fault of ours',
      blocks: [{ type: 'paragraph', content: [{ text: 'Nothing has been ordered.' }] }],
    });
    renderError({ content });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Oops, something went wrong here!');
    expect(screen.getByText('Something went wrong, try again or contact customer service.')).toBeTruthy();
    expect(screen.getByText('Nothing has been ordered.')).toBeTruthy();
  });

  it('asks the visitor to wait if the shop is busy, without mentioning an error', () => {
    renderError({ status: 503 });
    expect(screen.getByText(/busy/)).toBeTruthy();
    expect(screen.queryByText(/server error/)).toBeNull();
  });

  it('shows a reference only if there is one', () => {
    renderError({ requestId: '7f3k-22a' });
    expect(screen.getByText('7f3k-22a')).toBeTruthy();
    cleanup();
    renderError();
    expect(screen.queryByText(/Reference/)).toBeNull();
  });
});
