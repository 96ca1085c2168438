import type { CallContract } from '../../../shared/contract/call-contract.ts';
import { callContracts } from '../../../shared/contract/calls.ts';
import { type CallName, callPaths } from '../../../shared/contract/paths.ts';

const contracts: Readonly<Record<string, CallContract>> = callContracts;

const patterns = (Object.keys(callPaths) as CallName[])
  .filter((name) => contracts[name]?.takesHash)
  .map((name) => ({
    method: callPaths[name].method,
    // As the backend's router reads it: capitals and a slash at the end make no difference.
    path: new RegExp(`^${callPaths[name].path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  }));

/**
 * Whether a call has a password hashed, of which the backend does few at a time.
 *
 * @param path without its query
 */
export const takesHash = (method: string, path: string): boolean =>
  patterns.some((pattern) => pattern.method === method && pattern.path.test(path));
