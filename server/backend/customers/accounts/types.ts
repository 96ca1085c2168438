import type { account } from './tables.ts';

export type AccountRecord = typeof account.$inferSelect;
