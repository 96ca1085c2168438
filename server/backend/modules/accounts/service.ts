export { readCallbackPath } from './callback-path.ts';
export type { HashGate } from './hash-gate.ts';
export { createOwnerVerification } from './owner-password.ts';
export { createPasswordHashing } from './password-hashing.ts';
export type { ChosenPassword, Passwords } from './passwords.ts';
export { createPasswords } from './passwords.ts';
export { putAccountRequest } from './request-queries.ts';
export type { Sessions } from './sessions.ts';
export { createSessions, signOutCookies } from './sessions.ts';
