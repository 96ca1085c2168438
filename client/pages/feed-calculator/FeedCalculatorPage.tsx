import type { PageDataOf } from '../../store/page-state.ts';
import { QuestionsView } from './QuestionsView.tsx';
import { RationView } from './RationView.tsx';

/** Renders the feed calculator: four questions and the resulting ration. */
export function FeedCalculatorPage({ data }: { data: PageDataOf<'feedCalculator'> }) {
  return data.answer ? <RationView data={data} answer={data.answer} /> : <QuestionsView data={data} />;
}
