import { getHeadingIds } from './slugs.ts';

/** A block of a text, as far as it is looked at here. */
interface TextBlock {
  readonly type: string;
  readonly level?: number;
  readonly text?: string;
}

export interface Question<Block> {
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
export function getQuestions<Block extends TextBlock>(
  blocks: readonly Block[],
): { intro: Block[]; questions: Question<Block>[] } {
  const intro: Block[] = [];
  const groups: { question: string; answer: Block[] }[] = [];
  for (const block of blocks) {
    if (block.type === 'heading' && block.level === 2)
      groups.push({ question: block.text ?? '', answer: [] });
    else (groups.at(-1)?.answer ?? intro).push(block);
  }
  const ids = getHeadingIds(groups.map(({ question }) => question));
  return { intro, questions: groups.map((group, index) => ({ id: ids[index] ?? '', ...group })) };
}
