import { TestEnvironment } from 'jest-environment-node';

/**
 * Fails a file of tests that leaves a database open: each keeps 100 MB or a place on the server, and a timer that lets no process end.
 * `test/fixtures/sample-database.ts` puts down which are open.
 */
export default class DatabaseEnvironment extends TestEnvironment {
  async teardown() {
    const left = this.global.unclosedDatabases?.size ?? 0;
    await super.teardown();
    if (left > 0) throw new Error(`${left} databases were opened and not closed`);
  }
}
