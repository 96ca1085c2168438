import type { CallPath } from './call-path.ts';

/** Account data is private to its owner, so it is never cached. */
const own = { cache: 'never', scoped: true } as const;

export const accountPaths = {
  fetchAccount: { method: 'GET', path: '/api/account', ...own },
  registerAccount: { method: 'POST', path: '/api/account', ...own, requires: ['callbackUrl'] },
  updateAccount: { method: 'PUT', path: '/api/account', ...own, requires: ['callbackUrl'] },
  confirmAccount: {
    method: 'POST',
    path: '/api/account/{userId}/confirm',
    ...own,
    requires: ['token'],
    queryInBody: true,
  },
  checkAccountLink: {
    method: 'POST',
    path: '/api/account/{userId}/checklink',
    ...own,
    requires: ['token', 'purpose'],
    queryInBody: true,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/account/forgotpassword',
    ...own,
    requires: ['callbackUrl'],
  },
  resendConfirmation: {
    method: 'POST',
    path: '/api/account/resendconfirmation',
    ...own,
    requires: ['userId', 'callbackUrl'],
    queryInBody: true,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/account/{userId}/resetpassword',
    ...own,
    requires: ['token', 'newPassword'],
    queryInBody: true,
  },
  changePassword: { method: 'POST', path: '/api/account/changepassword', ...own },
  confirmPassword: { method: 'POST', path: '/api/account/confirmpassword', ...own },
  changeEmailAddress: {
    method: 'POST',
    path: '/api/account/changeemailaddress',
    ...own,
    requires: ['callbackUrl'],
  },
  fetchSessions: { method: 'GET', path: '/api/account/sessions', ...own },
  endSession: { method: 'DELETE', path: '/api/account/sessions/{sessionId}', ...own },
  handOverSession: { method: 'POST', path: '/api/account/sessions/handover', ...own },
  fetchSavedAddresses: { method: 'GET', path: '/api/account/addresses', ...own },
  saveAddress: { method: 'POST', path: '/api/account/addresses', ...own },
  changeSavedAddress: { method: 'PUT', path: '/api/account/addresses/{addressId}', ...own },
  deleteSavedAddress: { method: 'DELETE', path: '/api/account/addresses/{addressId}', ...own },
  exportAccount: { method: 'GET', path: '/api/account/export', ...own },
  deleteAccount: { method: 'POST', path: '/api/account/delete', ...own },
  fetchBotCheck: { method: 'GET', path: '/api/botcheck', ...own },
  signIn: { method: 'POST', path: '/api/authentication/signin', ...own },
  signOut: { method: 'POST', path: '/api/authentication/signout', ...own },
  receiveSession: { method: 'POST', path: '/api/authentication/handover', ...own },
  isAuthenticated: { method: 'POST', path: '/api/authentication/isauthenticated', ...own },
} as const satisfies Record<string, CallPath>;
