export type { Sessions } from './sessions.ts';
export { createSessions, sessionEnd } from './sessions.ts';
