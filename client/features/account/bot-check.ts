import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../../shared/api/api-error.ts';
import { NO_BOT_CHECK } from '../../../shared/contract/request-headers.ts';
import type { ActionContext } from '../../forms/form-action.ts';

/** Whether this tab works out a bot check. For the browser only. */
export const botCheckWork = createStore(() => ({ isUnderWay: false }));

/** The difficulty that a refusal asks for: more than usual for an address at which many sign-ins have failed today. */
function readDifficulty({ body }: ApiError): number {
  const difficulty: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'difficulty') : undefined;
  return typeof difficulty === 'number' ? difficulty : 0;
}

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
  /** Makes the call, and returns the difficulty of the proof that it asks for; null once it was made. */
  const attempt = async (botCheck: { readonly botCheckToken?: string }): Promise<number | null> => {
    try {
      await call(botCheck);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bot_check_required') throw error;
      return readDifficulty(error);
    }
  };
  const work = async (required: number) => {
    const [check, { solveBotCheck }] = await Promise.all([
      api.fetchBotCheck(undefined, options),
      import('./solve-bot-check.ts'),
    ]);
    const difficulty = Math.max(check.difficulty, required);
    return { botCheckToken: (await solveBotCheck({ ...check, difficulty })) ?? NO_BOT_CHECK };
  };
  const first = await attempt({});
  if (first === null) return;
  botCheckWork.setState({ isUnderWay: true });
  try {
    const second = await attempt(await work(first));
    // The queue has asked for it, and the address, where many have failed today, asks for more.
    if (second !== null) await call(await work(second));
  } finally {
    botCheckWork.setState({ isUnderWay: false });
  }
}
