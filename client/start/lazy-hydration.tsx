import { type ComponentType, Suspense, use } from 'react';
import { isBrowserBuild } from '../ui/is-browser-build.ts';

/** A promise that says, as React's `use` reads it, that its value is here already. */
type Readable<T> = Promise<T> & { status: 'pending' | 'fulfilled'; value: T };

const parts = new Set<() => Promise<void>>();
let release: () => void = () => undefined;
const released = new Promise<void>((resolve) => {
  release = resolve;
});

/**
 * A part of a page whose code is fetched only when the visitor first touches the page: until then the server's HTML stands,
 * so it must work by itself (links, forms, popovers). To be written literally, since the build gives the server the module
 * itself: `hydrateLazily` takes a function that imports the module, and one that picks the component. What the part alone imports is in its chunk.
 */
export function hydrateLazily<M, P extends object>(
  load: () => Promise<M>,
  choose: (module: M) => ComponentType<P>,
): ComponentType<P> {
  if (!isBrowserBuild) {
    let coming: Promise<M> | undefined;
    // The server's build and the tests have put the module itself here; where sources run as they are in a browser it is fetched.
    function Given(props: P) {
      const given = coming ?? (load() as M | Promise<M>);
      if (given instanceof Promise) coming = given;
      const Part = choose(given instanceof Promise ? use(given) : given);
      return <Part {...props} />;
    }
    return function LazyPart(props: P) {
      return (
        <Suspense>
          <Given {...props} />
        </Suspense>
      );
    };
  }

  let settle: (part: ComponentType<P>) => void = () => undefined;
  const arrival = new Promise<ComponentType<P>>((resolve) => {
    settle = resolve;
  }) as Readable<ComponentType<P>>;
  async function fetchPart(): Promise<void> {
    if (arrival.status === 'fulfilled') return;
    const part = choose(await load());
    arrival.status = 'fulfilled';
    arrival.value = part;
    settle(part);
  }
  parts.add(fetchPart);

  let isAwaited = false;
  function awaitTouch(): void {
    if (isAwaited) return;
    isAwaited = true;
    // Where it cannot be had now, the HTML goes on working, and the next page asks again.
    void released.then(fetchPart).catch(() => undefined);
  }
  function Arrived(props: P) {
    awaitTouch();
    const Part = use(arrival);
    return <Part {...props} />;
  }
  return function LazyPart(props: P) {
    return (
      <Suspense>
        <Arrived {...props} />
      </Suspense>
    );
  };
}

/** The visitor has touched the page: what stands there waiting for its code gets it. */
export function startLazyHydration(): void {
  release();
}

/**
 * Fetches the code of all late parts that are known so far. A page that is changed in the browser needs it before it is
 * shown: there is no HTML of the server to stand in.
 */
export async function loadLazyParts(): Promise<void> {
  release();
  await Promise.all([...parts].map((fetchPart) => fetchPart()));
}
