import type { Messages } from '../../shared/i18n/translate.ts';

interface TextsOfWindow {
  /** Called by the head of every script that says words of the second file; see `build/split-texts.mjs`. */
  shopTexts?: () => Promise<void>;
}

/**
 * Loads the words that the page's program begins with. Those that only other code says come with the first such code, into
 * the same object.
 *
 * @param addresses of the modules: with the first words, and with the deferred ones where the build has divided them
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
    (globalThis as TextsOfWindow).shopTexts = () => {
      adding ??= add(deferred).catch((error: unknown) => {
        // The next code that needs them asks again.
        adding = undefined;
        throw error;
      });
      return adding;
    };
  }
  await add(addresses.first);
  return messages;
}
