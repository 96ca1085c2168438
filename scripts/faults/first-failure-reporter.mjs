import { existsSync, writeFileSync } from 'node:fs';

/**
 * Writes the first failed test to the file `FAULT_REPORT` at once: with `--bail`, jest exits before it writes
 * the output of `--json`.
 */
export default class FirstFailureReporter {
  onTestResult(test, result) {
    const file = process.env.FAULT_REPORT;
    const failed = result.testResults.find(({ status }) => status === 'failed');
    if (file === undefined || existsSync(file) || !(failed || result.testExecError)) return;
    const message = failed
      ? failed.failureMessages.join('\n')
      : (result.testExecError.stack ?? result.testExecError.message);
    writeFileSync(
      file,
      JSON.stringify({
        suite: test.context.config.displayName?.name ?? '',
        file: result.testFilePath,
        test: failed ? failed.fullName : 'the file itself',
        message: String(message).slice(0, 2000),
      }),
    );
  }
}
