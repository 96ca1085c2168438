import { startShop } from './shop.ts';

/** Once per run of the browser tests: one shop for all of them, its port in SHOP_TEST_PORT. */
export default async function setUp() {
  const shop = await startShop();
  process.env.SHOP_TEST_PORT = String(shop.port);
  process.env.SHOP_TEST_DATA = shop.dataFolder;
  globalThis.stopTestShop = shop.stop;
}
