import { describe, expect, it } from '@jest/globals';
import { cleanWithdrawal, listWithdrawalProblems } from './withdrawal.ts';

const validWithdrawal = {
  name: 'Marit',
  contract: '2026-000001',
  emailAddress: 'marit@example.com',
  lines: '',
};

describe('withdrawal', () => {
  it.each([
    [{}, []],
    [{ lines: 'x'.repeat(2000) }, []],
    [{ lines: 'x'.repeat(2001) }, [{ field: 'lines', code: 'maxLength' }]],
    [{ name: '' }, [{ field: 'name', code: 'required' }]],
    [{ name: 'x'.repeat(101) }, [{ field: 'name', code: 'maxLength' }]],
    [{ contract: 'x'.repeat(101) }, [{ field: 'contract', code: 'maxLength' }]],
    [{ emailAddress: 'marit' }, [{ field: 'emailAddress', code: 'format' }]],
    [{ emailAddress: `${'x'.repeat(250)}@example.com` }, [{ field: 'emailAddress', code: 'maxLength' }]],
    [
      { name: '', contract: '', emailAddress: '' },
      [
        { field: 'name', code: 'required' },
        { field: 'contract', code: 'required' },
        { field: 'emailAddress', code: 'required' },
      ],
    ],
  ])('with %j has the problems %j', (changes, problems) => {
    expect(listWithdrawalProblems({ ...validWithdrawal, ...changes })).toEqual(problems);
  });

  it('is stored as typed, without invisible characters', () => {
    expect(
      cleanWithdrawal({
        name: ' Marit\u0000 de Vries ',
        contract: ' 1 ',
        emailAddress: ' Marit@Example.com',
        lines: 'a\r\nb',
      }),
    ).toEqual({ name: 'Marit de Vries', contract: '1', emailAddress: 'marit@example.com', lines: 'a\nb' });
  });
});
