// Every call by every caller without rights, and every actor with every owned resource.
if (process.env.TEST_DATABASE_URL) process.env.SHOP_TESTS_ON_SERVER = 'yes';
process.env.EVERY_PLACE = 'yes';

await import('../extended/call-rights.test.ts');

export {};
