import type { FormAction } from '../../forms/form-action.ts';

/** Ends the session in this browser. A new document follows, so that no account data remains in this one. */
export const signOut: FormAction = async ({ api, cart, hasScript, options }) => {
  await api.signOut(undefined, options);
  cart.forget({ isGone: true });
  if (hasScript) (await import('../../store/account-change.ts')).announceAccountChange();
  return { status: 'done', documentUrl: '/', noticePath: '/' };
};
