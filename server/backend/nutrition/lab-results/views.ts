import { QueryBuilder } from 'drizzle-orm/pg-core';
import { roughageSample } from './tables.ts';

/** What the key of the report of a sample is derived from. */
export const sampleReportKeys = new QueryBuilder()
  .select({ sampleId: roughageSample.sampleId, keyVersion: roughageSample.keyVersion })
  .from(roughageSample)
  .as('sample_report_keys');
