import { captureOwnerStack } from 'react';
import { type HydrationOptions, hydrateRoot as hydrate, type Root } from 'react-dom/client';
import { showBrowserError } from './browser-problems.ts';

/**
 * Replaces react-dom/client in development. Problems from which React recovers by rendering again, such as
 * different server HTML, are shown as errors with their component.
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

/** Watches the console for attribute mismatches, which React reports there only, once. */
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
