export type { ChosenPassword, Passwords } from './passwords.ts';
export { createPasswords } from './passwords.ts';
export type { Sessions } from './sessions.ts';
export { createSessions } from './sessions.ts';
