import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../../shared/api/api-error.ts';
import { NO_BOT_CHECK_TOKEN } from '../../../shared/contract/request-headers.ts';
import type { ActionContext } from '../../forms/form-action.ts';

/** Whether this tab is solving a bot check. Browser only. */
export const botCheckStore = createStore(() => ({ isInProgress: false }));

/**
 * Returns the difficulty that a refusal requires. It is higher than usual for an address with many failed
 * sign-ins today.
 */
function parseBotCheckDifficulty({ body }: ApiError): number {
  const difficulty: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'difficulty') : undefined;
  return typeof difficulty === 'number' ? difficulty : 0;
}

/**
 * Makes a call that may require a bot check. With script, the check is solved and the call repeated. Without
 * script, the call says that it cannot solve one; after several attempts the API answers with a wait.
 *
 * @throws ApiError if the call fails
 */
export async function callWithBotCheck(
  { api, hasScript, options }: Pick<ActionContext, 'api' | 'hasScript' | 'options'>,
  call: (botCheck: { readonly botCheckToken?: string }) => Promise<unknown>,
): Promise<void> {
  if (!hasScript) {
    await call({ botCheckToken: NO_BOT_CHECK_TOKEN });
    return;
  }
  /** Makes the call. Returns the difficulty of the required bot check, or null if the call succeeded. */
  const attempt = async (botCheck: { readonly botCheckToken?: string }): Promise<number | null> => {
    try {
      await call(botCheck);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bot_check_required') throw error;
      return parseBotCheckDifficulty(error);
    }
  };
  const work = async (required: number) => {
    const [check, { solveBotCheck }] = await Promise.all([
      api.fetchBotCheck(undefined, options),
      import('./solve-bot-check.ts'),
    ]);
    const difficulty = Math.max(check.difficulty, required);
    return { botCheckToken: (await solveBotCheck({ ...check, difficulty })) ?? NO_BOT_CHECK_TOKEN };
  };
  const first = await attempt({});
  if (first === null) return;
  botCheckStore.setState({ isInProgress: true });
  try {
    const second = await attempt(await work(first));
    // The queue for password hashing required the first check. The address requires a harder one, because
    // many sign-ins failed there today.
    if (second !== null) await call(await work(second));
  } finally {
    botCheckStore.setState({ isInProgress: false });
  }
}
