// Every kind of page of a backend that fails in every way.
process.env.EVERY_PLACE = 'yes';

await import('../faults/failing-backend.test.ts');

export {};
