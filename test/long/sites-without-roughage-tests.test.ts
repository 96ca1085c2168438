// Every page, product and search term of every language without tests.
if (process.env.TEST_DATABASE_URL) process.env.SHOP_TESTS_ON_SERVER = 'yes';
process.env.EVERY_PLACE = 'yes';

await import('../extended/sites-without-roughage-tests.test.ts');

export {};
