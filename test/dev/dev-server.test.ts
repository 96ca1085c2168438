import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, visit, waitForHydration } from '../browser/browser.ts';
import { type DevShop, startDevShop, waitUntil } from './dev-shop.ts';

const component = 'client/shell/Footer.tsx';
const brandPromise = 'Voer dat je kunt wegen, hooi dat je kunt testen, advies in grammen en scheppen.';
/** Line of the footer at which the tests insert code. */
const heading = '<h2>{brand}</h2>';

let shop: DevShop;
let browser: Browser;
let page: Page;
let url: string;

beforeAll(async () => {
  // Opens the browser first, so that it can be closed if the shop does not open.
  browser = await launchBrowser();
  shop = await startDevShop();
  url = `http://havero-nl.localhost:${shop.port}/`;
  ({ page } = await openPage(browser));
  await visit(page, url);
  await waitForHydration(page);
});

afterAll(async () => {
  await browser?.close();
  await shop?.remove();
});

/** Returns whether the page is still the document that `markPage` marked. */
const isMarkedDocument = () => page.evaluate(() => 'mark' in window);
const markPage = () => page.evaluate(() => void Object.assign(window, { mark: true }));
const footer = () => page.getByRole('contentinfo');
const locateErrorOverlay = () => page.getByRole('alertdialog');
const locateCounterButton = () => footer().getByRole('button', { name: /^Geteld/ });

interface DevAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Requests the Dutch shop, whose name the resolver of this machine may not know. */
function get(path = '/', headers: Record<string, string> = {}): Promise<DevAnswer> {
  return new Promise((resolve, reject) => {
    const host = `havero-nl.localhost:${shop.port}`;
    request({ host: '127.0.0.1', port: shop.port, path, headers: { ...headers, host } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body }),
      );
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Waits until the page has been reloaded and hydrated. */
async function waitForReload(): Promise<void> {
  await page.waitForFunction(() => !('mark' in window));
  await waitForHydration(page);
}

describe('npm run dev', () => {
  it('replaces a component and keeps its state and the page', async () => {
    await markPage();
    shop.edit(
      component,
      ['import { getPhoneUrl }', "import { useState } from 'react';\nimport { getPhoneUrl }"],
      [
        'function FooterContent() {\n',
        'function FooterContent() {\n  const [count, setCount] = useState(0);\n',
      ],
      [
        heading,
        `${heading}<button type="button" onClick={() => setCount(count + 1)}>Geteld {count}</button>`,
      ],
    );
    await locateCounterButton().click();
    await locateCounterButton().click();
    await expect(locateCounterButton().textContent()).resolves.toBe('Geteld 2');

    shop.edit(component, ['>Geteld {count}<', '>Geteld: {count}<']);
    await footer().getByText('Geteld: 2').waitFor();
    expect(await isMarkedDocument()).toBe(true);
  });

  it('renders the changed component in new HTML', async () => {
    expect((await get()).text).toContain('Geteld: <!-- -->0');
  });

  it('keeps the state of the store if a page reached by navigation is edited', async () => {
    await page
      .getByRole('link', { name: /muesli/i })
      .first()
      .click();
    await page.waitForURL(/muesli/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    shop.edit(component, ['>Geteld: {count}<', '>Geteld is {count}<']);
    await footer().getByText('Geteld is 2').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    expect(await isMarkedDocument()).toBe(true);
    await page.goBack();
    await page.waitForURL(url);
  });

  it('replaces styles without a page reload', async () => {
    shop.edit('client/shell/Footer.module.css', ['fill: var(--c-brand-deep);', 'fill: rgb(1, 2, 3);']);
    await page.waitForFunction(() => {
      const hill = document.querySelector('footer')?.previousElementSibling?.querySelector('svg');
      return hill && getComputedStyle(hill).fill === 'rgb(1, 2, 3)';
    }, undefined);
    expect(await isMarkedDocument()).toBe(true);
    expect(await footer().getByText('Geteld is 2').count()).toBe(1);
  });

  it('provides a newly added CSS class to its component', async () => {
    shop.edit('client/shell/Footer.module.css', [
      '.edge {',
      '.counted {\n  outline: 3px solid rgb(4, 5, 6);\n}\n\n.edge {',
    ]);
    await waitUntil('the new styles', async () =>
      (await get('/dev/main.css')).text.includes('Footer-module_counted'),
    );
    shop.edit(component, ['<button type="button"', '<button type="button" className={styles.counted}']);
    await page.waitForFunction(() => {
      const button = [...document.querySelectorAll('footer button')].find((one) =>
        one.textContent?.startsWith('Geteld'),
      );
      return button && getComputedStyle(button).outlineColor === 'rgb(4, 5, 6)';
    });
    expect(await isMarkedDocument()).toBe(true);
    expect(await footer().getByText('Geteld is 2').count()).toBe(1);
  });

  it('reports where a source does not compile, and continues when it does', async () => {
    shop.edit(component, [heading, '<h2>{brand</h2>']);
    const line = shop.findLine(component, '<h2>{brand</h2>');
    await locateErrorOverlay().getByText(`${component}:${line}:`).waitFor();
    await locateErrorOverlay().getByText('<h2>{brand</h2>').waitFor();
    expect(shop.output()).toContain(`${component}:${line}:`);
    // Visitors get the last version that compiled.
    expect((await get()).status).toBe(200);
    shop.edit(component, ['<h2>{brand</h2>', heading]);
    await locateErrorOverlay().waitFor({ state: 'detached' });
    expect(await isMarkedDocument()).toBe(true);
    expect(await footer().getByText('Geteld is 2').count()).toBe(1);
  });

  it('reports where styles do not compile', async () => {
    shop.edit('client/shell/Footer.module.css', ['fill: rgb(1, 2, 3);', 'fill: rgb(1, 2, 3;']);
    await locateErrorOverlay().getByText('client/shell/Footer.module.css:').waitFor();
    shop.edit('client/shell/Footer.module.css', ['fill: rgb(1, 2, 3;', 'fill: rgb(1, 2, 3);']);
    await locateErrorOverlay().waitFor({ state: 'detached' });
  });

  it('reports an unresolved import', async () => {
    shop.edit(component, ["'../ui/Icon.tsx'", "'../ui/Lost.tsx'"]);
    await locateErrorOverlay()
      .getByText(`${component}:${shop.findLine(component, '../ui/Lost.tsx')}`)
      .waitFor();
    shop.edit(component, ["'../ui/Lost.tsx'", "'../ui/Icon.tsx'"]);
    await locateErrorOverlay().waitFor({ state: 'detached' });
    await waitForHydration(page);
  });

  it('reports where a component fails in the browser, and restores the page', async () => {
    const bad = "{typeof window === 'object' && JSON.parse('hay')}";
    shop.edit(component, [heading, `${heading}\n${bad}`]);
    await locateErrorOverlay()
      .getByText(`${component}:${shop.findLine(component, bad)}:`)
      .waitFor();
    await markPage();
    shop.edit(component, [`\n${bad}`, '']);
    await waitForReload();
    expect(await locateErrorOverlay().count()).toBe(0);
  });

  it('reports the component that differs from the HTML of the server', async () => {
    await markPage();
    const bad = "<i>{typeof window === 'object' ? 'browser' : 'server'}</i>";
    shop.edit(component, [heading, `${heading}${bad}`]);
    await waitUntil('the new HTML', async () => (await get()).text.includes('<i>server</i>'));
    await page.reload({ waitUntil: 'domcontentloaded' });
    await locateErrorOverlay().getByText('Hydration error').waitFor();
    await locateErrorOverlay().getByText(`${component}:`).waitFor();
    await markPage();
    shop.edit(component, [bad, '']);
    await waitForReload();
  });

  it('reports where a page fails on the server, and restores it', async () => {
    const bad = "{typeof window === 'undefined' && JSON.parse('oats')}";
    shop.edit(component, [heading, `${heading}\n${bad}`]);
    await waitUntil('the failing page', async () => (await get()).status === 500);
    await visit(page, url);
    await locateErrorOverlay()
      .getByText(`${component}:${shop.findLine(component, bad)}:`)
      .waitFor();
    shop.edit(component, [`\n${bad}`, '']);
    await waitForHydration(page);
    expect(await footer().getByText('Geteld is 0').count()).toBe(1);
  });

  it('updates a changed text in the page and in its HTML', async () => {
    shop.edit('locales/nl.json', [brandPromise, 'Hooi voor iedereen.']);
    await footer().getByText('Hooi voor iedereen.').waitFor();
    await waitForHydration(page);
    expect((await get()).text).toContain('Hooi voor iedereen.');
  });

  it('reports a locale file that is not valid JSON', async () => {
    shop.edit('locales/nl.json', ['"Hooi voor iedereen.",', '"Hooi voor iedereen."']);
    await locateErrorOverlay().getByText('locales/nl.json:').waitFor();
    shop.edit('locales/nl.json', ['"Hooi voor iedereen."', '"Hooi voor iedereen.",']);
    await locateErrorOverlay().waitFor({ state: 'detached' });
  });

  it('reloads a file of the web server without a restart', async () => {
    const run = (text: string) => /"run":"(\d+)"/.exec(text)?.[1];
    const before = run((await get('/dev/entry.js')).text);
    shop.edit('server/web/middleware/security-headers.ts', [
      "'referrer-policy': 'strict-origin-when-cross-origin'",
      "'referrer-policy': 'same-origin'",
    ]);
    await waitUntil('the new header', async () => (await get()).headers['referrer-policy'] === 'same-origin');
    expect(run((await get('/dev/entry.js')).text)).toBe(before);
  });

  it('restarts the backend for a file of its own, on the same database', async () => {
    await waitForHydration(page);
    await markPage();
    const before = run((await get('/dev/entry.js')).text);
    shop.edit('server/backend/core/openapi/openapi-document.ts', [
      "title: 'Shop backend'",
      "title: 'Stable backend'",
    ]);
    await waitUntil('the new document', async () => {
      // The request waits while the backend starts, and is not refused.
      const { status, text } = await get('/api/openapi.json');
      expect(status).toBe(200);
      return text.includes('Stable backend');
    });
    await waitForReload();
    expect(run((await get('/dev/entry.js')).text)).toBe(before);
    expect(shop.output()).not.toContain('Importing the sample shop');

    function run(text: string) {
      return /"run":"(\d+)"/.exec(text)?.[1];
    }
  });

  it('serves a source map with the source for every module of the browser', async () => {
    const { text } = await get(`/dev/modules/${component}`);
    expect(text).toContain('//# sourceMappingURL=Footer.tsx.map');
    const map = JSON.parse((await get(`/dev/modules/${component}.map`)).text);
    expect(map.sourcesContent[0]).toContain('export function Footer()');
  });

  it('serves sources to its own pages only', async () => {
    const path = `/dev/modules/${component}`;
    expect((await get(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await get('/dev/modules/package.json')).status).toBe(404);
    expect((await get('/dev/modules/server/web/main.ts')).status).toBe(404);
    expect((await get('/dev/modules/client/..%2Fserver/web/main.ts')).status).toBe(404);
  });

  it('names the port that is in use', async () => {
    const second = await shop.runAgain();
    expect(second.code).not.toBe(0);
    expect(second.output).toContain(`Port ${shop.port} is in use`);
  });

  it('ends with Ctrl-C and leaves no processes or files', async () => {
    expect(await shop.interrupt()).toBe(0);
    for (const port of [shop.port, shop.backendPort])
      await expect(acceptsConnections(port)).resolves.toBe(false);
  });
});

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
