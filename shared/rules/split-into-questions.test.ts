import { describe, expect, it } from '@jest/globals';

type SampleBlock =
  | { readonly type: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly type: 'paragraph'; readonly content: readonly { readonly text: string }[] };

import { splitIntoQuestions } from './split-into-questions.ts';

const paragraph = (text: string): SampleBlock => ({ type: 'paragraph', content: [{ text }] });
const heading = (level: 2 | 3, text: string): SampleBlock => ({ type: 'heading', level, text });

describe('splitIntoQuestions', () => {
  it('assigns to each question the blocks that follow it, including smaller headings', () => {
    const answer = [paragraph('Yes.'), heading(3, 'Where?'), paragraph('Near you.')];
    const { intro, questions } = splitIntoQuestions([
      paragraph('Before.'),
      heading(2, 'Can I collect it?'),
      ...answer,
      heading(2, 'And then?'),
    ]);
    expect(intro).toEqual([paragraph('Before.')]);
    expect(questions).toEqual([
      { id: 'can-i-collect-it', question: 'Can I collect it?', answer },
      { id: 'and-then', question: 'And then?', answer: [] },
    ]);
  });

  it('returns no questions for a text without headings', () => {
    expect(splitIntoQuestions([paragraph('Only this.')])).toEqual({
      intro: [paragraph('Only this.')],
      questions: [],
    });
  });
});
