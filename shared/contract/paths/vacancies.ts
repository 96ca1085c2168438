import type { CallPath } from './call-path.ts';

export const vacancyPaths = {
  fetchVacancies: { method: 'GET', path: '/api/vacancies', cache: 'short', scoped: true },
} as const satisfies Record<string, CallPath>;
