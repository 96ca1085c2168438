// Every transaction broken at every table that it writes and before every statement. Needs TEST_DATABASE_URL.
process.env.SHOP_TESTS_ON_SERVER = 'yes';
process.env.EVERY_PLACE = 'yes';

await import('../extended/broken-connections.test.ts');

export {};
