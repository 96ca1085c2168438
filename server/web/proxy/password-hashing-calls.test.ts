import { expect, it } from '@jest/globals';
import { hashesPassword } from './password-hashing-calls.ts';

it.each([
  ['POST', '/api/authentication/signin'],
  ['POST', '/API/Authentication/SignIn/'],
  ['POST', '/api/account'],
  ['POST', '/api/account/0b9f3d61-6f0e-4a52-8f56-1d5b0f3a7c11/resetpassword'],
  ['POST', '/api/account/changepassword'],
])('returns true for %s %s, which hashes a password', (method, path) => {
  expect(hashesPassword(method, path)).toBe(true);
});

it.each([
  ['GET', '/api/account'],
  ['POST', '/api/authentication/signout'],
  ['POST', '/api/authentication/signin/more'],
  ['POST', '/api/cart'],
])('returns false for %s %s, which hashes none', (method, path) => {
  expect(hashesPassword(method, path)).toBe(false);
});
