import type { Block, Inline } from '../../../shared/contract/content.ts';
import type { Question } from '../../../shared/rules/split-into-questions.ts';
import { foldText } from '../../../shared/rules/text-to-slug.ts';

type BlockQuestion = Question<Block>;

const joinInlineTexts = (runs: readonly Inline[]): string => runs.map(({ text }) => text).join('');

function getBlockText(block: Block): string {
  if (block.type === 'heading') return block.text;
  if (block.type === 'picture') return block.picture.alt;
  return block.type === 'paragraph'
    ? joinInlineTexts(block.content)
    : block.items.map(joinInlineTexts).join(' ');
}

/**
 * Returns the questions that contain every word of a term, or a part of it, in the question or its answer.
 *
 * @returns all questions if the term contains no word
 */
export function findQuestions(questions: readonly BlockQuestion[], term: string): BlockQuestion[] {
  const words = foldText(term).match(/[\p{L}\p{N}]+/gu) ?? [];
  return questions.filter(({ question, answer }) => {
    const text = foldText([question, ...answer.map(getBlockText)].join(' '));
    // 'aar' matches 'år': letters that a keyboard lacks are typed as two.
    return words.every(
      (word) => text.includes(word) || text.includes(word.replace(/aa|ae|oe|ue/g, (pair) => pair.charAt(0))),
    );
  });
}
