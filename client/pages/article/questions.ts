import type { Block } from '../../../shared/contract/content.ts';
import { getHeadingIds } from '../../../shared/rules/slugs.ts';

export interface Question {
  /** Anchor of the question. */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly Block[];
}

/**
 * Takes a text of questions and answers apart: each level-2 heading is a question, what follows is its answer.
 *
 * @returns what stands before the first question, and the questions in their order
 */
export function getQuestions(blocks: readonly Block[]): { intro: Block[]; questions: Question[] } {
  const intro: Block[] = [];
  const groups: { question: string; answer: Block[] }[] = [];
  for (const block of blocks) {
    if (block.type === 'heading' && block.level === 2) groups.push({ question: block.text, answer: [] });
    else (groups.at(-1)?.answer ?? intro).push(block);
  }
  const ids = getHeadingIds(groups.map(({ question }) => question));
  return { intro, questions: groups.map((group, index) => ({ id: ids[index] ?? '', ...group })) };
}
