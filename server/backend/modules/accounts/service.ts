export type { Sessions } from './sessions.ts';
export { createSessions } from './sessions.ts';
