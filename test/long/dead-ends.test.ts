// Every form with every odd value in every field.
if (process.env.TEST_DATABASE_URL) process.env.SHOP_TESTS_ON_SERVER = 'yes';
process.env.EVERY_PLACE = 'yes';

await import('../integration/core/dead-ends.test.ts');

export {};
