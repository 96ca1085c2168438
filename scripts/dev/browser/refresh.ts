import {
  createSignatureFunctionForTransform,
  injectIntoGlobalHook,
  isLikelyComponentType,
  performReactRefresh,
  register,
} from 'react-refresh/runtime';

// React looks up the hook once, when it is evaluated: this module must be imported before react-dom.
injectIntoGlobalHook(window);

/** Creates the function with which a module registers its components; called by compiled code. */
export function createComponentRegistrar(file: string): (type: unknown, name: string) => void {
  return (type, name) => register(type, `${file} ${name}`);
}

/** Called by compiled code for every component with hooks: another order of hooks resets its state. */
export const createHookSignature = createSignatureFunctionForTransform;

/**
 * Returns true if a module can be replaced: it exports only components, so that no other module holds a value
 * of the old one.
 */
export function exportsOnlyComponents(module: Readonly<Record<string, unknown>>): boolean {
  const values = Object.values(module);
  return values.length > 0 && values.every(isLikelyComponentType);
}

/** Renders the updated components again and retains their state. */
export function refreshComponents(): void {
  performReactRefresh();
}
