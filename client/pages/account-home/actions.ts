import type { FormAction } from '../../forms/form-action.ts';

/** Ends the session here. A document of its own follows, so that nothing of the account is left in this one. */
export const signOut: FormAction = async ({ api, cart, hasScript, options }) => {
  await api.signOut(undefined, options);
  cart.forget({ isGone: true });
  if (hasScript) (await import('../../store/account-change.ts')).announceAccountChange();
  return { status: 'done', documentUrl: '/', noticePath: '/' };
};
