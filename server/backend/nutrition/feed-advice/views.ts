import { QueryBuilder } from 'drizzle-orm/pg-core';
import { feedAdvice } from './tables.ts';

/** The samples that saved rations were calculated with; null for rations without one. */
export const advisedSamples = new QueryBuilder()
  .select({ sampleId: feedAdvice.sampleId })
  .from(feedAdvice)
  .as('advised_samples');
