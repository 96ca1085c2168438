import { TestEnvironment } from 'jest-environment-jsdom';

// Web platform classes that jsdom leaves out, and that the router and our own code need.
const names = [
  'TextEncoder',
  'TextDecoder',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
  'structuredClone',
  'Uint8Array',
];

/** jsdom with the parts of the web platform that every browser has and jsdom has not. */
export default class BrowserLikeEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of names) this.global[name] = globalThis[name];
    // Scrolling needs a layout, which jsdom has not; its own version prints an error.
    this.global.scrollTo = () => {};
  }
}
