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

  it('renders every answer below its question and opens the first one', () => {
    renderFaq({ kind: 'faq', blocks });
    expect(getBlock('How fast is delivery?').open).toBe(true);
    expect(getBlock('Can I collect it?').open).toBe(false);
    expect(getBlock('Can I collect it?').textContent).toContain('Where it is offered.');
  });

  it('opens the question of the URL hash', () => {
    renderFaq({ kind: 'faq', blocks }, { path: '/faq-delivery/#can-i-collect-it' });
    expect(getBlock('Can I collect it?').id).toBe('can-i-collect-it');
    expect(getBlock('Can I collect it?').open).toBe(true);
  });

  it('labels its search, to distinguish it from the search in the header', () => {
    renderFaq({ kind: 'faq', blocks });
    const search = within(screen.getByRole('search', { name: 'Search questions and answers' }));
    expect(search.getByRole('searchbox').getAttribute('name')).toBe('q');
  });

  it('searches for the submitted text of the field, however it was entered', () => {
    renderFaq({ kind: 'faq', blocks });
    const field = screen.getByRole<HTMLInputElement>('searchbox');
    field.value = 'collect';
    fireEvent.submit(field.form!);
    expect(screen.getByText('1 question found')).toBeTruthy();
    field.value = 'horse';
    fireEvent.submit(field.form!);
    expect(screen.getByText('No questions match your search. Ask us, we’re happy to help.')).toBeTruthy();
  });

  it('shows the contact details and the other topics', () => {
    renderFaq({
      kind: 'faq',
      blocks,
      relatedContent: [createSummary({ kind: 'faq', title: 'Feed advice', url: '/faq-feed-advice/' })],
    });
    const subjects = within(screen.getByRole('navigation', { name: 'Other topics' }));
    expect(subjects.getByRole('link').getAttribute('href')).toBe('/faq-feed-advice/');
    expect(screen.getByRole('region', { name: 'Talk to us' })).toBeTruthy();
  });
});
