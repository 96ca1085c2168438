// Every call whose write is refused by every table that it writes, one at a time.
if (process.env.TEST_DATABASE_URL) process.env.SHOP_TESTS_ON_SERVER = 'yes';
process.env.EVERY_PLACE = 'yes';

await import('../extended/failed-writes.test.ts');

export {};
