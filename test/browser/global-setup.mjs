import { launchSharedBrowser } from './browser.ts';
import { startShop } from './start-shop.ts';

/**
 * Starts one shop and one browser for all browser tests of a run; SHOP_TEST_PORT and similar variables locate
 * them.
 */
export default async function setUp() {
  const [shop, browser] = await Promise.all([startShop(), launchSharedBrowser()]);
  process.env.SHOP_TEST_PORT = String(shop.port);
  process.env.SHOP_TEST_BACKEND_PORT = String(shop.backendPort);
  process.env.SHOP_TEST_BACKEND_ADMIN_PORT = String(shop.backendAdminPort);
  process.env.SHOP_TEST_DATA = shop.dataFolder;
  process.env.SHOP_TEST_BROWSER = browser.wsEndpoint();
  globalThis.stopTestShop = () => Promise.all([browser.close(), shop.stop()]);
}
