// Makes the fixtures of this suite use the server; see fixtures/database-server.ts.
process.env.SHOP_TESTS_ON_SERVER = 'yes';
