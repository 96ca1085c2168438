import { type Advice, type AdviceRefusal, adviceRefusals } from './feed-advice.ts';

/** How far off the need a ration may be without being worse than another, percent. */
const EVEN_PCT = 5;

type Compared = Pick<Advice, 'balancePct' | 'warnings' | 'costPerDay'>;

/**
 * Orders rations for one horse, the best first: energy within what the model does not warn of; fewer warnings; nearer to the need, where
 * five percent make no difference; cheaper a day. Zero leaves two in the order that they are in.
 */
export function compareProposals(a: Compared, b: Compared): number {
  // By the warnings, since the balance is rounded: 110.4 % is shown as 110 % and warned of.
  const isUneven = ({ warnings }: Compared): number =>
    Number(warnings.includes('energy_shortfall') || warnings.includes('energy_surplus'));
  const getDistance = ({ balancePct }: Compared): number =>
    Math.max(0, Math.abs(balancePct - 100) - EVEN_PCT);
  return (
    isUneven(a) - isUneven(b) ||
    a.warnings.length - b.warnings.length ||
    getDistance(a) - getDistance(b) ||
    a.costPerDay - b.costPerDay
  );
}

/** Why there is no ration of any product: the reason of the one that came furthest in the steps of the model. */
export function getCommonRefusal(reasons: readonly AdviceRefusal[]): AdviceRefusal {
  return adviceRefusals.findLast((reason) => reasons.includes(reason)) ?? 'no_feed_advice';
}
