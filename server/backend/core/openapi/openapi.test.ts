import { describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import type { CallContract } from '../../../../shared/contract/call-contract.ts';
import { callContracts } from '../../../../shared/contract/calls.ts';
import { callPaths } from '../../../../shared/contract/paths.ts';
import { createOpenApiDocument, createProblemResponse, type OpenApiOperation } from './openapi-document.ts';
import { createOpenApiRoutes } from './routes.ts';

const document = createOpenApiDocument();

function findOperation(
  name: string,
): { path: string; method: string; operation: OpenApiOperation } | undefined {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === name) return { path, method, operation };
    }
  }
  return undefined;
}

describe('OpenAPI document', () => {
  it.each(Object.entries(callPaths))('describes %s with its method and path', (name, call) => {
    expect(findOperation(name)).toMatchObject({ path: call.path, method: call.method.toLowerCase() });
  });

  it.each(Object.entries(callPaths))('declares every path parameter of %s', (name, call) => {
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const parameters = findOperation(name)?.operation.parameters ?? [];
    const inPath = parameters.flatMap((parameter) =>
      'name' in parameter && parameter.in === 'path' && parameter.required ? [parameter.name] : [],
    );
    expect(inPath).toEqual(names);
  });

  it('has neither duplicate operations nor broken references', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = reference!
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document);
      expect(target).toBeDefined();
    }
  });

  it('requires site and language for scoped calls only', () => {
    const site = { $ref: '#/components/parameters/SiteId' };
    expect(findOperation('fetchProduct')?.operation.parameters).toContainEqual(site);
    expect(findOperation('fetchSites')?.operation.parameters).not.toContainEqual(site);
  });

  it('lists every status of a call with its possible codes', () => {
    const { responses } = findOperation('requestStockReminder')!.operation;
    expect(Object.keys(responses)).toEqual([
      '204',
      '400',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(JSON.stringify(responses['409'])).toContain('"code":{"enum":["in_stock"]}');
    expect(Object.keys(findOperation('fetchSites')!.operation.responses)).toEqual([
      '200',
      '400',
      '500',
      '503',
    ]);
  });

  it('describes the additional members of each code, and of no other', () => {
    const read = (codes: Parameters<typeof createProblemResponse>[0]) =>
      JSON.parse(JSON.stringify(createProblemResponse(codes))).content['application/problem+json'].schema
        .allOf[1];
    expect(read(['in_stock'])).toEqual({ properties: { code: { enum: ['in_stock'] } } });
    expect(read(['in_stock', 'total_changed', 'discount_code_minimum', 'checkout_not_ready']).oneOf).toEqual([
      { properties: { code: { enum: ['in_stock'] } } },
      {
        properties: {
          code: { enum: ['total_changed'] },
          totalAmount: expect.objectContaining({ type: 'integer' }),
        },
        required: ['code', 'totalAmount'],
      },
      {
        properties: {
          code: { enum: ['discount_code_minimum'] },
          amount: expect.objectContaining({ type: 'integer' }),
        },
        required: ['code', 'amount'],
      },
      {
        properties: {
          code: { enum: ['checkout_not_ready'] },
          step: expect.objectContaining({ enum: ['billing', 'delivery', 'payment'] }),
        },
        required: ['code', 'step'],
      },
    ]);
  });

  it('declares the required authorisation of each call, and none for public calls', () => {
    for (const [name, { needs }] of Object.entries<CallContract>(callContracts)) {
      const expected = needs === 'open' ? [] : [{ [needs]: [] }];
      expect([name, findOperation(name)?.operation.security]).toEqual([name, expected]);
    }
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual([
      'cart',
      'freshSession',
      'session',
      'staff',
    ]);
  });

  it('describes the response of every call with the validated schema', () => {
    for (const [name, { answer }] of Object.entries<CallContract>(callContracts)) {
      const { responses } = findOperation(name)!.operation;
      if (answer === null) {
        expect(responses['204']).toEqual({ description: expect.any(String) });
        expect(responses['200']).toBeUndefined();
      } else {
        expect(responses['200']).toMatchObject({
          content: { 'application/json': { schema: JSON.parse(JSON.stringify(answer)) } },
        });
      }
    }
  });
});

describe('API documentation page', () => {
  const app = express().use(createOpenApiRoutes());

  it('shows every call without scripts and inline styles, under a strict policy', async () => {
    const answer = await request(app).get('/api/docs').expect(200);
    for (const name of Object.keys(callPaths)) expect(answer.text).toContain(`id="${name}"`);
    expect(answer.text).not.toMatch(/<script|\sstyle=/);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    await request(app)
      .get('/api/docs.css')
      .expect(200)
      .expect('content-type', /text\/css/);
  });

  it('shows the same document as the JSON', async () => {
    const answer = await request(app).get('/api/openapi.json').expect(200);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
  });
});
