import { QueryBuilder } from 'drizzle-orm/pg-core';
import { staffMember } from './tables.ts';

/** Names of staff members, including former ones. */
export const staffNames = new QueryBuilder()
  .select({ staffMemberId: staffMember.staffMemberId, name: staffMember.name })
  .from(staffMember)
  .as('staff_names');
