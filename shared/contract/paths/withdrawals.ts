import type { CallPath } from './call-path.ts';

export const withdrawalPaths = {
  createWithdrawal: { method: 'POST', path: '/api/withdrawals', cache: 'never', scoped: true },
} as const satisfies Record<string, CallPath>;
