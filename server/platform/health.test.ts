import { describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { createHealthRoutes, createReadiness, type HealthOptions, NotReadyError } from './health.ts';

function get(path: string, options: Partial<HealthOptions> = {}) {
  const app = express().use(createHealthRoutes({ readiness: createReadiness(), ...options }));
  return supertest(app).get(path);
}

describe('createHealthRoutes', () => {
  it('reports ready if every check succeeds', async () => {
    const answer = await get('/health/ready', { checks: { database: async () => true } });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('down'))],
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['hangs', () => new Promise(() => {})],
  ])('reports live but not ready if a check %s', async (_what, database) => {
    const options = { checks: { database, other: async () => true }, checkTimeoutMs: 20 };
    const answer = await get('/health/ready', options);
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ status: 'unavailable', checks: { database: false, other: true } });
    expect((await get('/health/live', options)).status).toBe(200);
  });

  it('reports what operators must do, without other failures', async () => {
    const checks = {
      database: () => Promise.reject(new Error('password of the database')),
      shop: () => Promise.reject(new NotReadyError('Import a shop.')),
    };
    const answer = await get('/health/ready', { checks });
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({
      status: 'unavailable',
      checks: { database: false, shop: false },
      reasons: { shop: 'Import a shop.' },
    });
  });

  it('reports not ready after a stop', async () => {
    const readiness = createReadiness();
    readiness.stop();
    expect((await get('/health/ready', { readiness })).status).toBe(503);
  });
});
