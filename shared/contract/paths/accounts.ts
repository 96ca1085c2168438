import type { CallPath } from './call-path.ts';

/** Account data is private to its owner, so it is never cached. */
const uncachedCall = { cache: 'never', scoped: true } as const;

export const accountPaths = {
  fetchAccount: { method: 'GET', path: '/api/account', ...uncachedCall },
  registerAccount: { method: 'POST', path: '/api/account', ...uncachedCall, requires: ['callbackUrl'] },
  updateAccount: { method: 'PUT', path: '/api/account', ...uncachedCall, requires: ['callbackUrl'] },
  confirmAccount: {
    method: 'POST',
    path: '/api/account/{userId}/confirm',
    ...uncachedCall,
    requires: ['token'],
    queryInBody: true,
  },
  checkAccountLink: {
    method: 'POST',
    path: '/api/account/{userId}/checklink',
    ...uncachedCall,
    requires: ['token', 'purpose'],
    queryInBody: true,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/account/forgotpassword',
    ...uncachedCall,
    requires: ['callbackUrl'],
  },
  resendConfirmation: {
    method: 'POST',
    path: '/api/account/resendconfirmation',
    ...uncachedCall,
    requires: ['userId', 'callbackUrl'],
    queryInBody: true,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/account/{userId}/resetpassword',
    ...uncachedCall,
    requires: ['token', 'newPassword'],
    queryInBody: true,
  },
  changePassword: { method: 'POST', path: '/api/account/changepassword', ...uncachedCall },
  confirmPassword: { method: 'POST', path: '/api/account/confirmpassword', ...uncachedCall },
  changeEmailAddress: {
    method: 'POST',
    path: '/api/account/changeemailaddress',
    ...uncachedCall,
    requires: ['callbackUrl'],
  },
  fetchSessions: { method: 'GET', path: '/api/account/sessions', ...uncachedCall },
  endSession: { method: 'DELETE', path: '/api/account/sessions/{sessionId}', ...uncachedCall },
  handOverSession: { method: 'POST', path: '/api/account/sessions/handover', ...uncachedCall },
  fetchSavedAddresses: { method: 'GET', path: '/api/account/addresses', ...uncachedCall },
  saveAddress: { method: 'POST', path: '/api/account/addresses', ...uncachedCall },
  changeSavedAddress: { method: 'PUT', path: '/api/account/addresses/{addressId}', ...uncachedCall },
  deleteSavedAddress: { method: 'DELETE', path: '/api/account/addresses/{addressId}', ...uncachedCall },
  exportAccount: { method: 'GET', path: '/api/account/export', ...uncachedCall },
  deleteAccount: { method: 'POST', path: '/api/account/delete', ...uncachedCall },
  fetchBotCheck: { method: 'GET', path: '/api/botcheck', ...uncachedCall },
  signIn: { method: 'POST', path: '/api/authentication/signin', ...uncachedCall },
  signOut: { method: 'POST', path: '/api/authentication/signout', ...uncachedCall },
  receiveSession: { method: 'POST', path: '/api/authentication/handover', ...uncachedCall },
  isAuthenticated: { method: 'POST', path: '/api/authentication/isauthenticated', ...uncachedCall },
} as const satisfies Record<string, CallPath>;
