// Every case and every report in every language.
if (process.env.TEST_DATABASE_URL) process.env.SHOP_TESTS_ON_SERVER = 'yes';
process.env.EVERY_PLACE = 'yes';

await import('../extended/ration-numbers.test.ts');

export {};
