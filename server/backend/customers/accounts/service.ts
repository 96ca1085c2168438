export type { ChosenPassword, Passwords } from './acceptable-passwords.ts';
export { createPasswordValidator } from './acceptable-passwords.ts';
export type { AccountCarts } from './account-ports.ts';
export { putAccountRequest } from './account-request-queries.ts';
export { readCallbackPath } from './callback-path.ts';
export { createPasswordHashing } from './password-hashing.ts';
export type { Sessions } from './sessions.ts';
export { createSessions, signOutCookies } from './sessions.ts';
export { createOwnerPasswordVerifier } from './verify-owner-password.ts';
