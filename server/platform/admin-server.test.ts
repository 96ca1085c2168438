import { afterEach, describe, expect, it } from '@jest/globals';
import { Router } from 'express';
import { type AdminServer, startAdminServer } from './admin-server.ts';
import { createLog } from './logging.ts';

const startedServers: AdminServer[] = [];

afterEach(async () => {
  await Promise.all(startedServers.splice(0).map((admin) => admin.close()));
});

async function start(options: { port?: number; routers?: Router[] } = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ name: 'web', level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  const admin = await startAdminServer({ host: '127.0.0.1', port: 0, routers: [], log, ...options });
  startedServers.push(admin);
  return { admin, lines, url: `http://127.0.0.1:${admin.port}` };
}

describe('startAdminServer', () => {
  it('serves its routers, and 404 otherwise', async () => {
    const router = Router().get('/metrics', (_request, response) => {
      response.end('figures');
    });
    const { url } = await start({ routers: [router] });
    expect(await (await fetch(`${url}/metrics`)).text()).toBe('figures');
    expect((await fetch(`${url}/other`)).status).toBe(404);
  });

  it('logs errors without sending details to the client', async () => {
    const router = Router().get('/metrics', () => Promise.reject(new Error('secret')));
    const { url, lines } = await start({ routers: [router] });
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'admin_failed', level: 'error' }));
  });

  it('does not prevent the start of the shop if its port is in use', async () => {
    const first = await start();
    const second = await start({ port: first.admin.port ?? 0 });
    expect(second.admin.port).toBeNull();
    expect(second.lines).toContainEqual(
      expect.objectContaining({ msg: 'admin_listen_failed', level: 'warn', port: first.admin.port }),
    );
  });
});
