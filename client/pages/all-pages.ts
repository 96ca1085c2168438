import { laterScreens } from './later-screens.ts';
import { registerScreens } from './pages.ts';

// Servers and tests know all pages from the start: they import them from here. The browser takes `pages.ts`.
registerScreens(laterScreens);

export { findFormAction, getPage, listCards, matchScreen } from './pages.ts';
