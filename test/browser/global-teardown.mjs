/** Stops the shop that `global-setup.mjs` started. */
export default async function tearDown() {
  await globalThis.stopTestShop?.();
}
