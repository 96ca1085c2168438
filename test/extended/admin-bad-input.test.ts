import { afterEach, describe, expect, it } from '@jest/globals';
import { describeField } from '../../server/backend/core/admin/fields.ts';
import type { AdminOperation } from '../../server/backend/core/admin/operation.ts';
import { prepareAdminShop } from '../fixtures/admin-shop.ts';
import { openSmallShopDatabase } from '../fixtures/shop-folder.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const shop = prepareAdminShop({ openShop: openSmallShopDatabase });

afterEach(() => {
  expect(shop.backend.errors.splice(0)).toEqual([]);
});

const hostileTexts = [
  '"><script>alert(1)</script>',
  "' or 1=1;--",
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '/\\evil.example',
  '//evil.example/',
  '=cmd|x',
  '%00%ff',
  '%{smart_count} |||| {brand}',
  '\u202eabc 🐴',
  '[a](javascript:alert(1))',
  'a\u0000b',
  '\ud800',
  'x'.repeat(1_000_000),
  ' ',
  '{"dealers":[{"dealerId":"__proto__"}]}',
  '1010111;-1\n;;;',
  'havero-nl 1999-000001 javascript:alert(1)',
];

/** Valid values of fields by name, so that more than the schema is tested. */
const validFieldValues: Readonly<Record<string, string>> = {
  articleNumber: '1010111',
  key: 'returns',
  kind: 'page',
  language: 'nl',
  place: '1/1/',
  site: 'havero-nl',
  emailAddress: 'zq@stal.example',
  list: '1010111;5',
};

interface FieldSamples {
  /** A valid value. */
  readonly right: string;
  /** Values at the limits, beyond them, and of a wrong type. */
  readonly odd: readonly string[];
}

/**
 * Returns sample values for a field.
 *
 * @param turn index of the hostile text for a field that accepts any text
 */
function getFieldSamples({ input }: AdminOperation, name: string, turn: number): FieldSamples {
  const field = describeField(input, name);
  const pattern = String(Reflect.get(input.properties[name] ?? {}, 'pattern'));
  const { minimum = 0, maximum = 999_999_999_999_999, widget, type = 'string', words = [] } = field ?? {};
  const limits = [minimum, maximum, maximum + 1, minimum - 1];
  if (type === 'choice')
    return { right: validFieldValues[name] ?? words[0] ?? '', odd: [...words, 'constructor'] };
  if (type === 'boolean') return { right: '', odd: ['true', 'maybe'] };
  if (widget === 'euro')
    return { right: '12.34', odd: [...limits.map((cents) => (cents / 100).toFixed(2)), '1.234'] };
  if (widget === 'ids') return { right: '1', odd: ['1,1,1', '1,2,3,4,5,6,7,8,9', '999999999', '0', 'x'] };
  if (type === 'integer' || type === 'number') {
    return { right: String(Math.max(minimum, 1)), odd: [...limits.map(String), '1.5'] };
  }
  if (widget === 'day') return { right: '2026-12-24', odd: ['2026-02-31', '2099-12-31', '2000-01-01'] };
  if (widget === 'instant')
    return {
      right: '2026-12-24T10:00',
      odd: ['2026-03-29T02:30', '9999-12-31T23:59:59Z', '0000-01-01T00:00Z'],
    };
  if (pattern.includes('[0-9a-f]{8}')) return { right: UNKNOWN_ID, odd: ['x'] };
  if (pattern.includes('item-')) return { right: 'item-1', odd: ['item-999999999999999', 'item-0'] };
  if (pattern !== 'undefined') return { right: 'a-b', odd: ['constructor', 'x'.repeat(60), '../x'] };
  const odd = [0, 1, 2, 3].map((step) => hostileTexts[(turn * 4 + step) % hostileTexts.length] ?? '');
  return { right: validFieldValues[name] ?? 'Zq', odd };
}

/** Generates every form with one odd value and otherwise valid values. */
function* listOddForms(operation: AdminOperation): Generator<ReadonlyMap<string, string>> {
  const required = (operation.input.required as readonly string[] | undefined) ?? [];
  const names = Object.keys(operation.input.properties);
  const right = new Map(required.map((name) => [name, getFieldSamples(operation, name, 0).right]));
  yield right;
  for (const [turn, name] of names.entries()) {
    for (const value of getFieldSamples(operation, name, turn).odd) yield new Map([...right, [name, value]]);
    yield new Map([...right].filter(([other]) => other !== name));
  }
}

describe('input of back-office forms', () => {
  it('is accepted or refused with a message, by page and by command, without a failure or unescaped HTML', async () => {
    const home = await shop.anna.get('/admin/');
    const token = home.document.querySelector<HTMLInputElement>('input[name=_token]')?.value ?? '';
    const wrong: unknown[] = [];
    let turn = 0;
    for (const operation of shop.backend.admin.operations.list) {
      for (const written of listOddForms(operation)) {
        turn += 1;
        const bytes = Buffer.from(hostileTexts[turn % hostileTexts.length] ?? '');
        const files = Object.keys(operation.files);
        if (turn % 6 !== 0) {
          const asked = {
            written: new Map([...written].map(([name, value]) => [name, [value]])),
            files: new Map(files.map((name) => [name, [{ name: '../../x.csv', bytes }]])),
            actor: { kind: 'keeper' as const, id: shop.anna.staffMemberId },
            now: new Date(shop.backend.clock()),
          };
          await shop.backend.admin.operations.run(operation, asked).catch((error: unknown) => {
            wrong.push([operation.name, [...written], String(error).slice(0, 500)]);
          });
          continue;
        }
        const body = new FormData();
        const own = { _token: token, _page: turn % 12 === 0 ? '/admin/%ff' : '//evil', _consent: 'true' };
        for (const [name, value] of [...Object.entries(own), ...written]) body.append(name, value);
        for (const name of files) body.append(name, new Blob([bytes]), '../../x.csv');
        const init = { method: 'POST', body, headers: { cookie: shop.anna.cookie } };
        const answer = await shop.pages.ask(`/admin/do/${operation.name}`, init);
        const isAtHome = answer.location === null || /^\/admin(\/|$)/.test(answer.location);
        const next = answer.location === null ? answer : await shop.anna.get(answer.location);
        const isRight =
          [200, 303, 409, 422].includes(answer.status) &&
          isAtHome &&
          next.status < 500 &&
          ![answer, next].some(({ html }) => html.includes('<script'));
        if (!isRight) wrong.push([operation.name, [...written], answer.status, answer.location, next.status]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is rendered as text by every page of the menu, and matched as literal text', async () => {
    const home = await shop.anna.get('/admin/');
    const paths = [...home.document.querySelectorAll('nav a[href^="/admin/"]')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      for (const value of [
        '"><script>alert(1)</script>',
        "%_\\\\'",
        '\0',
        `x${'🐴'.repeat(100)}`,
        '9'.repeat(300),
      ]) {
        const names = [
          'text',
          'who',
          'operation',
          'from',
          'until',
          'status',
          'state',
          'site',
          'kind',
          'missing',
          'product',
          'p',
        ];
        const query = new URLSearchParams(names.map((name) => [name, value]));
        const answer = await shop.anna.get(`${path}?${query}`);
        expect([path, value, answer.status]).toEqual([path, value, 200]);
        expect(answer.html).not.toContain('<script');
      }
    }
  });
});
