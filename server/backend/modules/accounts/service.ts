export { putAccountRequest } from './account-request-queries.ts';
export { readCallbackPath } from './callback-path.ts';
export { createOwnerVerification } from './owner-password.ts';
export type { PasswordHashGate } from './password-hash-gate.ts';
export { createPasswordHashing } from './password-hashing.ts';
export type { ChosenPassword, Passwords } from './passwords.ts';
export { createPasswords } from './passwords.ts';
export type { Sessions } from './sessions.ts';
export { createSessions, signOutCookies } from './sessions.ts';
