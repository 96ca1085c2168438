import type { CallContract } from '../../../shared/contract/call-contract.ts';
import { callContracts } from '../../../shared/contract/calls.ts';
import { type CallName, callPaths } from '../../../shared/contract/paths.ts';

const contracts: Readonly<Record<string, CallContract>> = callContracts;

const hashingCallPatterns = (Object.keys(callPaths) as CallName[])
  .filter((name) => contracts[name]?.hashesPassword)
  .map((name) => ({
    method: callPaths[name].method,
    // Like the backend's router: case-insensitive, with an optional trailing slash.
    path: new RegExp(`^${callPaths[name].path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  }));

/**
 * Returns true if a call hashes a password, of which the backend can process only a few at a time.
 *
 * @param path path without query
 */
export const hashesPassword = (method: string, path: string): boolean =>
  hashingCallPatterns.some((pattern) => pattern.method === method && pattern.path.test(path));
