import { captureOwnerStack } from 'react';
import { type HydrationOptions, hydrateRoot as hydrate, type Root } from 'react-dom/client';
import { showBrowserError } from './browser-problems.ts';

/**
 * Stands in for react-dom/client in development: what React recovers from by rendering anew, such as server HTML that
 * differs, is an error here, shown with the component that it happened in.
 */
export function hydrateRoot(
  container: Element | Document,
  children: React.ReactNode,
  options: HydrationOptions = {},
): Root {
  watchForAttributeMismatch();
  return hydrate(container, children, {
    ...options,
    onRecoverableError: (error, info) => {
      void showBrowserError('Hydration error', error, info.componentStack ?? undefined);
      options.onRecoverableError?.(error, info);
    },
  });
}

/** React tells of attributes that differ on the console only, and once. */
function watchForAttributeMismatch(): void {
  const { error } = console;
  console.error = (...args: unknown[]) => {
    error.apply(console, args);
    const [format, ...values] = args.map(String);
    if (!format?.startsWith('A tree hydrated but some attributes')) return;
    const message = values.reduce<string>((text, value) => text.replace('%s', value), format);
    void showBrowserError('Hydration error', message, captureOwnerStack() ?? undefined);
  };
}
