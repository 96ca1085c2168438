import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../../shared/api/api-error.ts';
import { NO_BOT_CHECK } from '../../../shared/contract/request-headers.ts';
import type { ActionContext } from '../../forms/form-action.ts';

/** Whether this tab works out a bot check. For the browser only. */
export const botCheckWork = createStore(() => ({ isUnderWay: false }));

/**
 * Makes a call that may ask for a bot check: with script the check is worked out and the call made once more; without it the call says that
 * it cannot be, and is answered with a wait after several tries.
 *
 * @throws ApiError of the call
 */
export async function callWithBotCheck(
  { api, hasScript, options }: Pick<ActionContext, 'api' | 'hasScript' | 'options'>,
  call: (botCheck: { readonly botCheckToken?: string }) => Promise<unknown>,
): Promise<void> {
  if (!hasScript) {
    await call({ botCheckToken: NO_BOT_CHECK });
    return;
  }
  try {
    await call({});
    return;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'bot_check_required') throw error;
  }
  botCheckWork.setState({ isUnderWay: true });
  try {
    const [check, { solveBotCheck }] = await Promise.all([
      api.fetchBotCheck(undefined, options),
      import('./solve-bot-check.ts'),
    ]);
    await call({ botCheckToken: (await solveBotCheck(check)) ?? NO_BOT_CHECK });
  } finally {
    botCheckWork.setState({ isUnderWay: false });
  }
}
