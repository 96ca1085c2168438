// Every product of every shop.
if (process.env.TEST_DATABASE_URL) process.env.SHOP_TESTS_ON_SERVER = 'yes';
process.env.EVERY_PLACE = 'yes';

await import('../extended/product-safety.test.ts');

export {};
