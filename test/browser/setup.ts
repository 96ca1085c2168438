import { jest } from '@jest/globals';

// A journey is many steps, and the machine may be busy; every single wait has a shorter limit of its own.
jest.setTimeout(90_000);
