import { getHeadingIds } from './text-to-slug.ts';

/** Properties of a block that are needed here. */
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
 * Splits a text into questions and answers: each level-2 heading is a question, the blocks after it are its
 * answer.
 *
 * @returns the blocks before the first question, and the questions in their order
 */
export function splitIntoQuestions<Block extends TextBlock>(
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
