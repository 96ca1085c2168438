import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { ReviewForm } from './ReviewForm.tsx';

afterEach(cleanup);

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const isWrong = (label: string) => fieldOf(label).getAttribute('aria-invalid') === 'true';

async function sendEmpty() {
  renderInShop(<ReviewForm productId={101} productTitle="Prado" />, { api: {} });
  fireEvent.submit(fieldOf('Title').form!);
  await screen.findByText('Choose 1 to 5 stars');
}

describe('ReviewForm', () => {
  it('says what is missing at each field, and goes to the first', async () => {
    await sendEmpty();
    expect(
      ['Title', 'Your opinion in one sentence', 'Name shown', 'E-mail address'].filter(isWrong),
    ).toHaveLength(4);
    expect((document.activeElement as HTMLInputElement).name).toBe('rating');
  });

  it('takes a complaint back the moment its field is right, and makes none while somebody types', async () => {
    await sendEmpty();
    fireEvent.click(screen.getByRole('radio', { name: '4 of 5, good', hidden: true }));
    expect(screen.queryByText('Choose 1 to 5 stars')).toBeNull();
    fireEvent.input(fieldOf('Title'), { target: { value: 'Calm' } });
    expect(isWrong('Title')).toBe(false);
    fireEvent.input(fieldOf('E-mail address'), { target: { value: 'anna' } });
    expect(screen.queryByText(/^Enter an e-mail address/)).toBeNull();
    fireEvent.change(fieldOf('E-mail address'), { target: { value: 'anna@' } });
    expect(screen.getByText(/^Enter an e-mail address/)).toBeTruthy();
    fireEvent.input(fieldOf('E-mail address'), { target: { value: 'anna@stable.eu' } });
    expect(isWrong('E-mail address')).toBe(false);
    expect(isWrong('Name shown')).toBe(true);
  });
});
