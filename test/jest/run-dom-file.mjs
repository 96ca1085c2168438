import vm from 'node:vm';
import { JSDOM, VirtualConsole } from 'jsdom';
import { installModuleHooks } from './module-hooks.mjs';
import { runTestFile } from './run-file.mjs';

const START_URL = 'http://havero-nl.localhost/';

/** Node's globals that replace those of jsdom: they are faster, or jsdom has none. */
const NODE_GLOBALS = [
  ...['console', 'performance', 'crypto', 'URL', 'URLSearchParams', 'Headers', 'queueMicrotask'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'atob', 'btoa'],
];

/** Conditions of package exports that a browser does not have. */
const NODE_CONDITIONS = new Set(['node', 'node-addons', 'module-sync']);

const virtualConsole = new VirtualConsole().on('jsdomError', (error) => console.error(error));
const { window } = new JSDOM('<!DOCTYPE html>', { pretendToBeVisual: true, url: START_URL, virtualConsole });
let startedFileCount = 0;

installWindowGlobals();
installModuleHooks({
  changeConditions: (conditions) => ['browser', ...conditions.filter((name) => !NODE_CONDITIONS.has(name))],
  // The client keeps state in its modules, as a browser tab does: every file gets fresh ones.
  addVersion: (url) => `${url}?file=${startedFileCount}`,
});

/**
 * Runs a test file in a window that all files of this process share, and that is empty at the start of every
 * file.
 */
export default function runDomTestFile(options) {
  resetWindow();
  startedFileCount += 1;
  return runTestFile(options);
}

/**
 * Defines the properties of jsdom's window as globals of this process; its global object becomes `window`.
 */
function installWindowGlobals() {
  const languageGlobals = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)');
  const skipped = new Set([...languageGlobals, ...NODE_GLOBALS]);
  const names = [
    ...Object.getOwnPropertyNames(window),
    'addEventListener',
    'removeEventListener',
    'dispatchEvent',
  ];
  for (const name of names) if (!skipped.has(name) && !name.startsWith('_')) defineGlobal(name);
  for (const name of ['window', 'self', 'top', 'parent']) defineValue(name, globalThis);
  // A browser has no setImmediate. React would schedule effects with it, in no fixed order with timers; with
  // timers alone, an effect runs before the assertion that follows `findBy…`.
  for (const name of ['setImmediate', 'clearImmediate', 'MessageChannel']) defineValue(name, undefined);
  // jsdom has no layout and reports an error for scrolling.
  defineValue('scrollTo', () => {});
}

function defineValue(name, value) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: true });
}

/** Defines a global that follows the window until a test replaces it. */
function defineGlobal(name) {
  const value = window[name];
  if (typeof value === 'function') {
    defineValue(name, /^[a-z]/.test(name) ? value.bind(window) : value);
    return;
  }
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: true,
    get: () => window[name],
    set(replacement) {
      if (Object.getOwnPropertyDescriptor(window, name)?.set) window[name] = replacement;
      else defineValue(name, replacement);
    },
  });
}

function resetWindow() {
  const { document, history, localStorage, sessionStorage } = window;
  history.replaceState(null, '', START_URL);
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  for (const element of [document.documentElement, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
}
