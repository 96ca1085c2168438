import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../shared/contract/content.ts';
import { findQuestions } from './find-questions.ts';

const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ text }] });
const questions = [
  { id: 'collect', question: 'Can I collect it?', answer: [paragraph('Yes, at a parcel point.')] },
  {
    id: 'muesli',
    question: 'Wieviel Müsli?',
    answer: [{ type: 'list', ordered: false, items: [[{ text: 'Eine ' }, { text: 'Schaufel' }]] }],
  },
] satisfies Parameters<typeof findQuestions>[0];

describe('findQuestions', () => {
  it.each([
    ['', ['collect', 'muesli']],
    ['  ', ['collect', 'muesli']],
    ['?!', ['collect', 'muesli']],
    ['collect', ['collect']],
    ['PARCEL yes', ['collect']],
    ['musli', ['muesli']],
    ['eine schauf', ['muesli']],
    ['parcel schaufel', []],
    ['\u0000', ['collect', 'muesli']],
  ])('finds for %j the questions %j', (term, expected) => {
    expect(findQuestions(questions, term).map(({ id }) => id)).toEqual(expected);
  });

  it.each([
    ['Wie groß ist der Sack?', 'gross'],
    ['Hvad skal jeg give før stævnet?', 'for'],
    ['Kan jeg købe æblesnacks?', 'aeble'],
    ['Kui palju sööta?', 'soota'],
    ['Hvor mange gange om året?', 'aaret'],
    ['Hvad skal jeg give før stævnet?', 'foer'],
    ['Wieviel Müsli?', 'muesli'],
    ['Hur många påsar?', 'maanga paasar'],
  ])('finds %j for the input %j', (question, term) => {
    expect(findQuestions([{ id: 'one', question, answer: [] }], term)).toHaveLength(1);
  });
});
