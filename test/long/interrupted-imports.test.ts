// Imports that are interrupted at five places each.
if (process.env.TEST_DATABASE_URL) process.env.SHOP_TESTS_ON_SERVER = 'yes';
process.env.EVERY_PLACE = 'yes';

await import('../extended/interrupted-imports.test.ts');

export {};
