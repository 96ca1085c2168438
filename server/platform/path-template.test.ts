import { describe, expect, it } from '@jest/globals';
import { getPathTemplate } from './path-template.ts';

describe('getPathTemplate', () => {
  it.each([
    ['/', '/'],
    ['/muesli/sport-muesli-without-oats-20kg/?p=2', '/muesli/sport-muesli-without-oats-20kg/'],
    ['/setpassword/?password=secret', '/setpassword/'],
    ['/api/countries/12/localizedname', '/api/countries/{id}/localizedname'],
    ['/api/cart/0b0e9c0e-6f3f-4d6e-9c55-0c7d0a4be111/products', '/api/cart/{id}/products'],
    ['/api/cart/Zm9vYmFyMTIzNDU2Nzg5MA', '/api/cart/{token}'],
    ['/api/rqs-results/abcdefghij-klmnopqrst1/read', '/api/rqs-results/{key}/read'],
    ['/roughage-tests/qs/abc-def', '/roughage-tests/qs/{key}'],
    ['/roughage-tests/rqs/abcdefghijklmnopqrstuv/', '/roughage-tests/rqs/{key}/'],
    ['/roughage-tests/%72%71s/abcd-ghijklmnopqrstuvw/', '/roughage-tests/{text}/{key}/'],
    ['/account/rqs-results/', '/account/rqs-results/'],
    ['/images/0123456789abcdef0123/480.avif', '/images/{token}/480.avif'],
    ['/assets/main-AB12CD34.js', '/assets/main-AB12CD34.js'],
    ['/anna.devries@example.com/', '/{text}/'],
    ['/account/anna%40example.com/orders/', '/account/{text}/orders/'],
    ['/Anna%20de%20Vries,Haverweg+1/', '/{text}/'],
    ['/<b>/', '/{text}/'],
    ['/-x-/', '/{text}/'],
  ])('returns for %s: %s', (url, template) => {
    expect(getPathTemplate(url)).toBe(template);
  });

  it('has a limited length', () => {
    expect(getPathTemplate(`/${'a-'.repeat(5000)}`).length).toBeLessThanOrEqual(300);
  });
});
