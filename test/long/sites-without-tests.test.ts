// Every page, product and word of every language in which no tests are sold.
if (process.env.TEST_DATABASE_URL) process.env.SHOP_TESTS_ON_SERVER = 'yes';
process.env.EVERY_PLACE = 'yes';

await import('../extended/sites-without-tests.test.ts');

export {};
