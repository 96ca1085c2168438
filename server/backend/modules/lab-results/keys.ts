import { randomBytes } from 'node:crypto';

/** Makes the right to read a result: 128 random bits. */
export const createResultKey = (): string => randomBytes(16).toString('base64url');
