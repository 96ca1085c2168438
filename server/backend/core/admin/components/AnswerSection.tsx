import type { AdminTranslate } from '../texts.ts';
import { MultilineText } from './MultilineText.tsx';
import { Section } from './Section.tsx';

/** Answer that a request of a customer has received; nothing without one. */
export function AnswerSection({
  t,
  answer,
  answeredAt,
}: {
  readonly t: AdminTranslate;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
}) {
  if (answer === null || answeredAt === null) return null;
  return (
    <Section title={t('admin.requests.answeredAt', { at: answeredAt })}>
      <MultilineText text={answer} />
    </Section>
  );
}
