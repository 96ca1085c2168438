import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { PersonalDataService } from './service.ts';

/** Creates the handlers of personal data calls. */
export const createPersonalDataCalls = (service: PersonalDataService): Call[] => [
  createCall('exportAccount', (context) => service.exportAll(context)),
  createCall('deleteAccount', (context, input) => service.close(context, input)),
];
