import {
  createSignatureFunctionForTransform,
  injectIntoGlobalHook,
  isLikelyComponentType,
  performReactRefresh,
  register,
} from 'react-refresh/runtime';

// React looks for the hook once, when it is evaluated: this module must come before react-dom.
injectIntoGlobalHook(window);

/** Makes the function with which a module makes its components known; called by compiled code. */
export function createRegister(file: string): (type: unknown, name: string) => void {
  return (type, name) => register(type, `${file} ${name}`);
}

/** Called by compiled code for every component that uses hooks: another order of hooks means a new state. */
export const createSignature = createSignatureFunctionForTransform;

/** Whether a module can be swapped: nothing but components leaves it, so nobody holds a piece of the old one. */
export function hasOnlyComponents(module: Readonly<Record<string, unknown>>): boolean {
  const values = Object.values(module);
  return values.length > 0 && values.every(isLikelyComponentType);
}

/** Renders again what has newly made components, with its state. */
export function refreshComponents(): void {
  performReactRefresh();
}
