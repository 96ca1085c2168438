import type { ReactNode } from 'react';
import { type NavigationType, type Navigator, Router } from 'react-router';
import { Arrival } from './Arrival.tsx';
import { FollowLinks } from './FollowLinks.tsx';
import { useNavigationState } from './navigation-context.tsx';

/**
 * Renders react-router's `<Router>` on top of the shop's own navigation. Links and `useNavigate` use
 * `navigator`.
 */
export function NavigationRouter({ navigator, children }: { navigator: Navigator; children: ReactNode }) {
  const location = useNavigationState((state) => state.location);
  const navigationType = useNavigationState((state) => state.navigationType);
  return (
    <Router location={location} navigationType={navigationType as NavigationType} navigator={navigator}>
      {/* Arrival wraps the app: as a sibling it would change every `useId` below, unlike on the server. */}
      <Arrival>
        <FollowLinks>{children}</FollowLinks>
      </Arrival>
    </Router>
  );
}
