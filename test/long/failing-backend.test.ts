// Every route kind with every fault of the backend.
process.env.EVERY_PLACE = 'yes';

await import('../faults/failing-backend.test.ts');

export {};
