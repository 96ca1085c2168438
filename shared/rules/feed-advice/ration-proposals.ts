import { type Advice, type AdviceRefusal, adviceRefusals } from './feed-advice.ts';

/** Difference to the need that does not affect the order, percent. */
const BALANCE_TOLERANCE_PCT = 5;

type ComparedRation = Pick<Advice, 'balancePct' | 'warnings' | 'costPerDay'>;

/**
 * Compares rations for one horse, best first. Criteria in this order: energy without a warning of the model;
 * fewer warnings; closer to the need, ignoring five percent; cheaper per day. Returns 0 to retain the order.
 */
export function compareRationProposals(a: ComparedRation, b: ComparedRation): number {
  // By the warnings, since the balance is rounded: 110.4 % is shown as 110 %, but has a warning.
  const isUneven = ({ warnings }: ComparedRation): number =>
    Number(warnings.includes('energy_shortfall') || warnings.includes('energy_surplus'));
  const getDistance = ({ balancePct }: ComparedRation): number =>
    Math.max(0, Math.abs(balancePct - 100) - BALANCE_TOLERANCE_PCT);
  return (
    isUneven(a) - isUneven(b) ||
    a.warnings.length - b.warnings.length ||
    getDistance(a) - getDistance(b) ||
    a.costPerDay - b.costPerDay
  );
}

/**
 * Returns the reason why there is no ration of any product: that of the product that passed most steps of the
 * model.
 */
export function chooseOverallRefusal(reasons: readonly AdviceRefusal[]): AdviceRefusal {
  return adviceRefusals.findLast((reason) => reasons.includes(reason)) ?? 'no_feed_advice';
}
