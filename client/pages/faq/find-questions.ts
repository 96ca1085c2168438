import type { Block, Inline } from '../../../shared/contract/content.ts';
import type { Question } from '../../../shared/rules/questions.ts';
import { foldText } from '../../../shared/rules/slugs.ts';

type BlockQuestion = Question<Block>;

const joinRuns = (runs: readonly Inline[]): string => runs.map(({ text }) => text).join('');

function getText(block: Block): string {
  if (block.type === 'heading') return block.text;
  if (block.type === 'picture') return block.picture.alt;
  return block.type === 'paragraph' ? joinRuns(block.content) : block.items.map(joinRuns).join(' ');
}

/**
 * The questions that have every word of a term, or a part of one, in themselves or in their answer.
 *
 * @returns all of them for a term without words
 */
export function findQuestions(questions: readonly BlockQuestion[], term: string): BlockQuestion[] {
  const words = foldText(term).match(/[\p{L}\p{N}]+/gu) ?? [];
  return questions.filter(({ question, answer }) => {
    const text = foldText([question, ...answer.map(getText)].join(' '));
    // 'aar' for 'år': letters that a keyboard lacks are written as two.
    return words.every(
      (word) => text.includes(word) || text.includes(word.replace(/aa|ae|oe|ue/g, (pair) => pair.charAt(0))),
    );
  });
}
