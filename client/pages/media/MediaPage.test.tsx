import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import {
  createMediaPageData,
  createShopWrapper,
  createSummary,
} from '../../../test/fixtures/client-shop.tsx';
import { MediaPage } from './MediaPage.tsx';

afterEach(cleanup);

describe('MediaPage', () => {
  it('shows date, title and summary of each item in the given order', () => {
    const items = [
      createSummary({
        contentPageId: 10,
        title: 'New paper feed bag',
        summary: 'Our bags change.',
        publishedOn: '2026-10-06',
        url: '/media/10/new-paper-feed-bag/',
      }),
      createSummary({ contentPageId: 9, title: 'First look', url: '/media/9/first-look/' }),
    ];
    render(<MediaPage data={createMediaPageData(items)} />, { wrapper: createShopWrapper() });
    const [first, second] = screen.getAllByRole('article');
    expect(within(first!).getByRole('link', { name: 'New paper feed bag' }).getAttribute('href')).toBe(
      '/media/10/new-paper-feed-bag/',
    );
    expect(first!.textContent).toBe('News, 6 October 2026New paper feed bagOur bags change.');
    expect(second!.textContent).toBe('NewsFirst look');
  });

  it('shows a message if there is no news', () => {
    render(<MediaPage data={createMediaPageData()} />, { wrapper: createShopWrapper() });
    expect(screen.getByText('There is no news yet.')).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
  });
});
