/**
 * Value of `type` for mares, foals and young horses. Their feed follows a table by life stage, so no ration
 * is calculated.
 */
export const BREEDING_TYPE = 'breeding';
