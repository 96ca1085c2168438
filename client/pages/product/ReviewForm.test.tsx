import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { ReviewForm } from './ReviewForm.tsx';

afterEach(cleanup);

const getFieldByLabel = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const isMarkedInvalid = (label: string) => getFieldByLabel(label).getAttribute('aria-invalid') === 'true';

async function sendEmptyReview() {
  renderInShop(<ReviewForm productId={101} productTitle="Prado" />, { api: {} });
  fireEvent.submit(getFieldByLabel('Title').form!);
  await screen.findAllByText('Choose 1 to 5 stars');
}

describe('ReviewForm', () => {
  it('shows an error at each invalid field and moves the focus to a summary with links to them', async () => {
    await sendEmptyReview();
    expect(
      ['Title', 'Your opinion in one sentence', 'Display name', 'Email address'].filter(isMarkedInvalid),
    ).toHaveLength(4);
    const summary = document.activeElement as HTMLElement;
    const links = within(summary).getAllByRole('link', { hidden: true });
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Choose 1 to 5 stars',
      'Give your review a title',
      'Sum up your opinion in one sentence',
      'Write your review',
      'Enter a display name',
      'Enter your email address',
    ]);
    fireEvent.click(links[1]!);
    expect((document.activeElement as HTMLInputElement).name).toBe('title');
  });

  it('removes an error as soon as its field is valid and shows none while typing', async () => {
    await sendEmptyReview();
    fireEvent.click(screen.getByRole('radio', { name: '4 of 5, good', hidden: true }));
    expect(screen.queryAllByText('Choose 1 to 5 stars')).toEqual([]);
    fireEvent.input(getFieldByLabel('Title'), { target: { value: 'Calm' } });
    expect(isMarkedInvalid('Title')).toBe(false);
    fireEvent.input(getFieldByLabel('Email address'), { target: { value: 'anna' } });
    expect(screen.queryAllByText(/Enter an email address/)).toEqual([]);
    fireEvent.change(getFieldByLabel('Email address'), { target: { value: 'anna@' } });
    expect(screen.getAllByText(/Enter an email address/)).toHaveLength(2);
    fireEvent.input(getFieldByLabel('Email address'), { target: { value: 'anna@stable.eu' } });
    expect(isMarkedInvalid('Email address')).toBe(false);
    expect(isMarkedInvalid('Display name')).toBe(true);
  });
});
