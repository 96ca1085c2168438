import { type ReactNode, useMemo } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  type NavigationType,
  type Navigator,
} from 'react-router';
import { Arrival } from './Arrival.tsx';
import { ClientSideLinks } from './ClientSideLinks.tsx';
import { useNavigationState } from './navigation-context.tsx';

/**
 * Connects react-router's hooks to the shop's own navigation: `useNavigate` uses `navigator`. It provides the
 * two contexts of a `<Router>` without a base path; `<Router>` itself is in the module of the data routers,
 * which the first visit would load (docs/decisions/058).
 */
export function NavigationRouter({ navigator, children }: { navigator: Navigator; children: ReactNode }) {
  const location = useNavigationState((state) => state.location);
  const navigationType = useNavigationState((state) => state.navigationType) as NavigationType;
  const navigation = useMemo(
    () => ({ basename: '/', navigator, static: false, useTransitions: undefined, future: {} }),
    [navigator],
  );
  const place = useMemo(() => ({ location, navigationType }), [location, navigationType]);
  return (
    <NavigationContext value={navigation}>
      <LocationContext value={place}>
        {/* Arrival wraps the app: as a sibling it would change every `useId` below, unlike on the server. */}
        <Arrival>
          <ClientSideLinks>{children}</ClientSideLinks>
        </Arrival>
      </LocationContext>
    </NavigationContext>
  );
}
