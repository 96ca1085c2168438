import { type ComponentType, Suspense, use } from 'react';
import { isBrowserBuild } from '../ui/is-browser-build.ts';

/** Promise with the fields from which React's `use` reads that it is already fulfilled. */
type ReactReadablePromise<T> = Promise<T> & { status: 'pending' | 'fulfilled'; value: T };

const parts = new Set<() => Promise<void>>();
let resolveHydrationStart: () => void = () => undefined;
const hydrationStarted = new Promise<void>((resolve) => {
  resolveHydrationStart = resolve;
});

/**
 * Creates a part of a page whose code is loaded and hydrated only when the visitor first gets near a control.
 * Until then the server's HTML must work alone (links, forms, popovers). Modules that only this part imports
 * are in its chunk.
 *
 * @param load imports the module; must be a literal import, because the build replaces it by the module
 *   itself on the server
 * @param choose picks the component of the module
 */
export function hydrateLazily<M, P extends object>(
  load: () => Promise<M>,
  choose: (module: M) => ComponentType<P>,
): ComponentType<P> {
  if (!isBrowserBuild) {
    let pending: Promise<M> | undefined;
    // In the server build and in tests `load` returns the module itself. In a browser that runs unbundled
    // sources it imports it.
    function SyncPart(props: P) {
      const loaded = pending ?? (load() as M | Promise<M>);
      if (loaded instanceof Promise) pending = loaded;
      const Part = choose(loaded instanceof Promise ? use(loaded) : loaded);
      return <Part {...props} />;
    }
    return function LazyPart(props: P) {
      return (
        <Suspense>
          <SyncPart {...props} />
        </Suspense>
      );
    };
  }

  let settle: (part: ComponentType<P>) => void = () => undefined;
  const loading = new Promise<ComponentType<P>>((resolve) => {
    settle = resolve;
  }) as ReactReadablePromise<ComponentType<P>>;
  async function fetchPart(): Promise<void> {
    if (loading.status === 'fulfilled') return;
    const part = choose(await load());
    loading.status = 'fulfilled';
    loading.value = part;
    settle(part);
  }
  parts.add(fetchPart);

  let isWaiting = false;
  function waitForStart(): void {
    if (isWaiting) return;
    isWaiting = true;
    // If the code cannot be loaded, the HTML continues to work, and the next page retries.
    void hydrationStarted.then(fetchPart).catch(() => undefined);
  }
  function LoadedPart(props: P) {
    waitForStart();
    const Part = use(loading);
    return <Part {...props} />;
  }
  return function LazyPart(props: P) {
    return (
      <Suspense>
        <LoadedPart {...props} />
      </Suspense>
    );
  };
}

/** Loads and hydrates the lazy parts of the page. */
export function startLazyHydration(): void {
  resolveHydrationStart();
}

/**
 * Loads the code of all lazy parts known so far. A client-side navigation needs it before it shows the page,
 * because there is no HTML of the server.
 */
export async function loadLazyParts(): Promise<void> {
  resolveHydrationStart();
  await Promise.all([...parts].map((fetchPart) => fetchPart()));
}
