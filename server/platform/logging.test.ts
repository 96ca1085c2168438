import { describe, expect, it } from '@jest/globals';
import { createLog, createProcessLog, type LogLevel } from './logging.ts';

function createTestLog(level: LogLevel) {
  const lines: string[] = [];
  const log = createLog({ name: 'web', level }, { write: (line) => lines.push(line) });
  return { log, lines };
}

function write(fields: object): Record<string, unknown> {
  const { log, lines } = createTestLog('info');
  log.info(fields, 'event');
  return JSON.parse(lines[0]!);
}

describe('createLog', () => {
  it('writes one JSON object with time, level, process and event', () => {
    expect(write({ status: 200 })).toMatchObject({ level: 'info', name: 'web', msg: 'event', status: 200 });
    expect(Date.parse(String(write({}).time))).not.toBeNaN();
  });

  it.each(['cookie', 'set-cookie', 'authorization', 'password', 'newPassword', 'token', 'pin'])(
    'redacts %s at every depth',
    (name) => {
      const line = JSON.stringify(
        write({ [name]: 'TELL', headers: { [name]: 'TELL' }, request: { headers: { [name]: 'TELL' } } }),
      );
      expect(line).not.toContain('TELL');
      expect(line.match(/redacted/g)).toHaveLength(3);
    },
  );

  it.each(['url', 'path', 'referrer'])('removes the query string of %s', (name) => {
    expect(write({ [name]: '/setpassword/?password=TELL' })[name]).toBe('/setpassword/');
  });

  it('writes type, message, codes and causes of an error, without properties added by libraries', () => {
    const cause = Object.assign(new Error('connect http://backend/api/x?token=TELL'), {
      code: 'ECONNREFUSED',
    });
    const error = Object.assign(new Error('failed', { cause }), {
      request: { headers: { a: 'TELL' } },
      status: 503,
    });
    const line = write({ err: error });
    expect(line.err).toMatchObject({
      type: 'Error',
      message: 'failed',
      status: 503,
      cause: { message: 'connect http://backend/api/x', code: 'ECONNREFUSED' },
    });
    expect(JSON.stringify(line)).not.toContain('TELL');
  });

  it('prevents log injection by line breaks', () => {
    const { log, lines } = createTestLog('info');
    log.info({ path: '/a\n{"level":"info","msg":"forged"}' }, 'event');
    expect(lines.join('').trimEnd().split('\n')).toHaveLength(1);
  });

  it('is silent below its level', () => {
    const { log, lines } = createTestLog('warn');
    log.info('event');
    expect(lines).toEqual([]);
  });
});

describe('createProcessLog', () => {
  it('creates a log with the settings of createLog', async () => {
    const log = await createProcessLog({ name: 'web', level: 'warn' });
    expect([log.level, log.bindings().name, log.isLevelEnabled('info')]).toEqual(['warn', 'web', false]);
  });
});
