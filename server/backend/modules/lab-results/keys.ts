import { randomBytes } from 'node:crypto';

const KEY = /^[A-Za-z0-9_-]{22}$/;

/** Makes the right to read a result: 128 random bits. */
export const createResultKey = (): string => randomBytes(16).toString('base64url');

/** Whether a text may be a key at all: what is not never gets to the database. */
export const isResultKey = (text: string): boolean => KEY.test(text);
