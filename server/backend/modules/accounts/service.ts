export type { HashGate } from './hash-gate.ts';
export { createProveOwner } from './own-password.ts';
export { readOwnPath } from './own-path.ts';
export { createPasswordWork } from './password-work.ts';
export type { ChosenPassword, Passwords } from './passwords.ts';
export { createPasswords } from './passwords.ts';
export { putAccountRequest } from './request-queries.ts';
export type { Sessions } from './sessions.ts';
export { createSessions, sessionEnd } from './sessions.ts';
