import type { PageDataOf } from '../../store/page-state.ts';
import { QuestionsView } from './QuestionsView.tsx';
import { RationView } from './RationView.tsx';

/** The feed calculator: four questions, and what they come to. */
export function FeedCalculatorPage({ data }: { data: PageDataOf<'feedCalculator'> }) {
  return data.answer ? <RationView data={data} answer={data.answer} /> : <QuestionsView data={data} />;
}
