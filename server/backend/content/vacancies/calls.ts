import type { Database } from '../../core/database/database.ts';
import { type Call, createCall } from '../../sites/scoped-call.ts';
import { fetchVacancies } from './service.ts';

/** Creates the handler below `/api/vacancies`. */
export function createVacancyCalls(database: Database): Call[] {
  return [createCall('fetchVacancies', (context) => fetchVacancies(database, context))];
}
