import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { Block, ContentPage } from '../../../shared/contract/content.ts';
import { createContent, createShopWrapper, createSummary } from '../../../test/fixtures/client-shop.tsx';
import { FaqPage } from './FaqPage.tsx';

afterEach(cleanup);

function renderFaq(changes: Partial<ContentPage>, { path = '/faq-delivery/' }: { path?: string } = {}) {
  const content = createContent({ url: '/faq-delivery/', ...changes });
  return render(<FaqPage data={{ kind: 'faq', content, others: [], term: '' }} />, {
    wrapper: createShopWrapper({ path }),
  });
}

describe('FaqPage', () => {
  const blocks: Block[] = [
    { type: 'heading', level: 2, text: 'How fast is delivery?' },
    { type: 'paragraph', content: [{ text: 'One to two days.' }] },
    { type: 'heading', level: 2, text: 'Can I collect it?' },
    { type: 'paragraph', content: [{ text: 'Where it is offered.' }] },
  ];
  const getBlock = (question: string) =>
    screen.getByRole('heading', { name: question }).closest('details') as HTMLDetailsElement;

  it('has every answer in the page, below its question, the first one open', () => {
    renderFaq({ kind: 'faq', blocks });
    expect(getBlock('How fast is delivery?').open).toBe(true);
    expect(getBlock('Can I collect it?').open).toBe(false);
    expect(getBlock('Can I collect it?').textContent).toContain('Where it is offered.');
  });

  it('opens the question that the address asks for', () => {
    renderFaq({ kind: 'faq', blocks }, { path: '/faq-delivery/#can-i-collect-it' });
    expect(getBlock('Can I collect it?').id).toBe('can-i-collect-it');
    expect(getBlock('Can I collect it?').open).toBe(true);
  });

  it('names its search, since the header has one, too', () => {
    renderFaq({ kind: 'faq', blocks });
    const search = within(screen.getByRole('search', { name: 'Search in the questions' }));
    expect(search.getByRole('searchbox').getAttribute('name')).toBe('q');
  });

  it('answers what stands in its field when it is sent, however it came there', () => {
    renderFaq({ kind: 'faq', blocks });
    const field = screen.getByRole<HTMLInputElement>('searchbox');
    field.value = 'collect';
    fireEvent.submit(field.form!);
    expect(screen.getByText('1 question found')).toBeTruthy();
    field.value = 'horse';
    fireEvent.submit(field.form!);
    expect(screen.getByText('No question has these words. Ask us, we are glad to help.')).toBeTruthy();
  });

  it('shows whom to ask, and the other subjects', () => {
    renderFaq({
      kind: 'faq',
      blocks,
      relatedContent: [createSummary({ kind: 'faq', title: 'Feed advice', url: '/faq-feed-advice/' })],
    });
    const subjects = within(screen.getByRole('navigation', { name: 'Other subjects' }));
    expect(subjects.getByRole('link').getAttribute('href')).toBe('/faq-feed-advice/');
    expect(screen.getByRole('region', { name: 'Ask a person' })).toBeTruthy();
  });
});
