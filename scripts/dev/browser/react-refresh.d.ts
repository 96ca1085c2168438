/** Types of the part of react-refresh 0.19 that this project uses; the package has none. */
declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(window: Window): void;
  export function register(type: unknown, id: string): void;
  export function createSignatureFunctionForTransform(): (type: unknown, ...rest: unknown[]) => unknown;
  export function performReactRefresh(): unknown;
  export function isLikelyComponentType(type: unknown): boolean;
}
