import path from 'node:path';
import { createJestRunner } from 'create-jest-runner';

export default createJestRunner(path.join(import.meta.dirname, 'run-node-file.mjs'));
