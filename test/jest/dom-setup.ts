import { afterEach } from '@jest/globals';
import { cleanup } from '@testing-library/react';

// Testing Library registers both itself, but only for the first file of a process.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
afterEach(cleanup);
