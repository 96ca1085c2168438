import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { LabResultService } from './service.ts';

/** Creates the handlers for results of roughage tests. */
export const createLabResultCalls = (service: LabResultService): Call[] => [
  createCall('fetchRqsResults', (context) => service.list(context, 'rqs')),
  createCall('fetchRqsResult', (context, input) => service.fetchRqs(context, input)),
  createCall('readRqsResult', (context, input) => service.read(context, input, 'rqs')),
  createCall('replaceRqsLink', (context, input) => service.replaceResultLink(context, input, 'rqs')),
  createCall('fetchQsResults', (context) => service.list(context, 'qs')),
  createCall('fetchQsResult', (context, input) => service.fetchQs(context, input)),
  createCall('readQsResult', (context, input) => service.read(context, input, 'qs')),
  createCall('replaceQsLink', (context, input) => service.replaceResultLink(context, input, 'qs')),
];
