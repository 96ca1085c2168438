import { laterScreens } from './later-screens.ts';
import { registerScreens } from './pages.ts';

// Registers all pages at once for servers and tests. The browser imports `pages.ts` and loads the others on
// demand.
registerScreens(laterScreens);

export { findFormAction, getPage, listCards, matchScreen } from './pages.ts';
