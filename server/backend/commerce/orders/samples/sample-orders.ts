import type { SampleOrders } from '../../../nutrition/lab-results/service.ts';
import { createMissingSamples } from './order-samples.ts';
import {
  findOrderEmailAddress,
  findSampleWithOrder,
  listAccountSamples,
  listExpectedSamples,
  listSamplesWithOrders,
} from './queries.ts';

/** The orders of samples, for the module of laboratory results. */
export const sampleOrders: SampleOrders = {
  createMissingSamples,
  listAccountSamples,
  listExpectedSamples,
  listSamplesWithOrders,
  findSampleWithOrder,
  findOrderEmailAddress,
};
