import type { SampleOrders } from '../../../nutrition/lab-results/service.ts';
import { createMissingSamples } from './order-samples.ts';
import { findOrderEmailAddress, readOrdersById } from './queries.ts';

/** The orders of samples, for the module of laboratory results. */
export const sampleOrders: SampleOrders = { createMissingSamples, readOrdersById, findOrderEmailAddress };
