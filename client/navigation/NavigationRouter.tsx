import type { ReactNode } from 'react';
import { type NavigationType, type Navigator, Router } from 'react-router';
import { Arrival } from './Arrival.tsx';
import { FollowLinks } from './FollowLinks.tsx';
import { useNavigationState } from './navigation-context.tsx';

/** react-router's `<Router>` over our own navigation; links and `useNavigate` go through `navigator`. */
export function NavigationRouter({ navigator, children }: { navigator: Navigator; children: ReactNode }) {
  const location = useNavigationState((state) => state.location);
  const navigationType = useNavigationState((state) => state.navigationType);
  return (
    <Router location={location} navigationType={navigationType as NavigationType} navigator={navigator}>
      {/* Around and not beside the app: neighbours make a fork in the tree, and every `useId` below would differ from the
          server's. The arrival outside, since it says that controls answer. */}
      <Arrival>
        <FollowLinks>{children}</FollowLinks>
      </Arrival>
    </Router>
  );
}
