import type { Messages } from '../../shared/i18n/translate.ts';

interface WindowWithMessages {
  /** Called at the top of every script that needs deferred messages; see `build/split-locale-texts.mjs`. */
  shopTexts?: () => Promise<void>;
}

/**
 * Loads the messages of the entry and of the first pages. Deferred messages, which only other code uses, are
 * loaded with the first such code into the same object.
 *
 * @param addresses URLs of the modules with the first messages, and with the deferred ones if the build has
 *   split them
 */
export async function loadTexts(addresses: {
  readonly first: string;
  readonly deferred: string | null;
}): Promise<Messages> {
  const messages: Record<string, string> = {};
  const add = async (address: string) => {
    const module: { default: Messages } = await import(address);
    Object.assign(messages, module.default);
  };
  const { deferred } = addresses;
  if (deferred !== null) {
    let adding: Promise<void> | undefined;
    (globalThis as WindowWithMessages).shopTexts = () => {
      adding ??= add(deferred).catch((error: unknown) => {
        // The next code that needs them retries.
        adding = undefined;
        throw error;
      });
      return adding;
    };
  }
  await add(addresses.first);
  return messages;
}
