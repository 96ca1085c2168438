/** The value of `type` for mares, foals and youngsters: their feed follows a table by stage of life, so no ration is calculated. */
export const BREEDING_TYPE = 'breeding';
