import { type ComponentType, Suspense, use } from 'react';
import { isBrowserBuild } from '../ui/is-browser-build.ts';

/** A promise with the fields from which React's `use` reads that its value is there already. */
type Readable<T> = Promise<T> & { status: 'pending' | 'fulfilled'; value: T };

const parts = new Set<() => Promise<void>>();
let resolveStart: () => void = () => undefined;
const whenStarted = new Promise<void>((resolve) => {
  resolveStart = resolve;
});

/**
 * Makes a part of a page whose code is fetched, and which is hydrated, only when the visitor first comes near a control. Until then
 * the server's HTML must work by itself (links, forms, popovers). What the part alone imports is in its chunk.
 *
 * @param load imports the module; written literally, since the build gives the server the module itself
 * @param choose picks the component of the module
 */
export function hydrateLazily<M, P extends object>(
  load: () => Promise<M>,
  choose: (module: M) => ComponentType<P>,
): ComponentType<P> {
  if (!isBrowserBuild) {
    let pending: Promise<M> | undefined;
    // In the server's build and in tests `load` gives the module itself; where a browser runs the sources as they are it imports it.
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
  }) as Readable<ComponentType<P>>;
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
    // Where the code cannot be fetched now, the HTML goes on working, and the next page asks again.
    void whenStarted.then(fetchPart).catch(() => undefined);
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

/** Fetches and hydrates the lazy parts of the page: the visitor has come near a control. */
export function startLazyHydration(): void {
  resolveStart();
}

/**
 * Fetches the code of all lazy parts that are known so far. A navigation in the browser needs it before it shows the page,
 * since there is no HTML of the server.
 */
export async function loadLazyParts(): Promise<void> {
  resolveStart();
  await Promise.all([...parts].map((fetchPart) => fetchPart()));
}
