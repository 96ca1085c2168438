import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { Api } from '../../shared/api/client.ts';
import { dutchScope, renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { CountryNotice } from './CountryNotice.tsx';

const germanUrl = 'http://hafero-de.localhost/muesli-de/';
/** Fragment with the previous page: the page of `renderInShop`. */
const redirectSourceFragment = `#moved-from=${encodeURIComponent('http://en.havero-nl.localhost/muesli/?p=2')}`;

/** Response of the web server about the visitor's country, which tests may change. */
let countryCode: string | null;
const originalFetch = globalThis.fetch;

async function renderNotice({
  autoRedirect = false,
  redirectUrl = germanUrl as string | null,
  availableQueryParameters = [] as string[],
} = {}) {
  const replaceLocation = jest.fn<(url: string) => void>();
  const assignLocation = jest.fn<(url: string) => void>();
  const checkLocalization = jest.fn<Api['checkLocalization']>(async () => ({
    redirectUrl,
    availableQueryParameters,
  }));
  await act(async () => {
    renderInShop(<CountryNotice replaceLocation={replaceLocation} assignLocation={assignLocation} />, {
      scope: { site: { ...dutchScope.site, autoRedirectIfNotInSameCountry: autoRedirect } },
      api: { checkLocalization },
    });
  });
  return { replaceLocation, assignLocation, checkLocalization };
}

const queryNotice = () => screen.queryByRole('region', { name: 'Country' });

beforeEach(() => {
  countryCode = 'DE';
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'localization=; max-age=0; path=/';
  sessionStorage.clear();
  globalThis.fetch = jest.fn(async () => Response.json({ countryCode })) as typeof fetch;
});

afterEach(() => {
  cleanup();
  globalThis.fetch = originalFetch;
  jest.restoreAllMocks();
});

describe('CountryNotice', () => {
  it('shows a visitor from another country the shop there, preselected in the menu', async () => {
    const { replaceLocation } = await renderNotice();
    expect(queryNotice()?.textContent).toContain('It looks like you are in another country: Germany.');
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe(germanUrl);
    expect(replaceLocation).not.toHaveBeenCalled();
  });

  it('requests the redirect from the server with URL and country', async () => {
    const { checkLocalization } = await renderNotice();
    expect(globalThis.fetch).toHaveBeenCalledWith('/visitor-country', expect.anything());
    expect(checkLocalization).toHaveBeenCalledWith(
      { query: { url: window.location.href, countryCode: 'DE' } },
      expect.anything(),
    );
  });

  it.each([
    ['the country is unknown', null],
    ['the visitor is in the site’s country', 'NL'],
  ])('makes no further call and shows nothing if %s', async (_case, code) => {
    countryCode = code;
    const { checkLocalization } = await renderNotice();
    expect(checkLocalization).not.toHaveBeenCalled();
    expect(queryNotice()).toBeNull();
  });

  it('shows nothing if the visitor is on the right site', async () => {
    await renderNotice({ redirectUrl: null });
    expect(queryNotice()).toBeNull();
  });

  it('shows nothing if the country is unknown', async () => {
    globalThis.fetch = jest.fn(async () => Promise.reject(new TypeError('failed'))) as typeof fetch;
    await renderNotice();
    expect(queryNotice()).toBeNull();
  });

  it('retries after a delay if a response is lost', async () => {
    jest.useFakeTimers();
    globalThis.fetch = jest
      .fn<typeof fetch>()
      .mockRejectedValueOnce(new TypeError('failed'))
      .mockResolvedValueOnce(new Response(null, { status: 503 }))
      .mockResolvedValue(Response.json({ countryCode }));
    await renderNotice();
    await act(() => jest.advanceTimersByTimeAsync(4000));
    expect(queryNotice()).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(8000));
    expect(queryNotice()).not.toBeNull();
    jest.useRealTimers();
  });

  it('gives up after three lost responses', async () => {
    jest.useFakeTimers();
    globalThis.fetch = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('failed'));
    await renderNotice();
    await act(() => jest.advanceTimersByTimeAsync(600_000));
    expect(globalThis.fetch).toHaveBeenCalledTimes(3);
    jest.useRealTimers();
  });

  it('redirects a visitor once if the site requires it and the visitor has never chosen', async () => {
    const { replaceLocation } = await renderNotice({ autoRedirect: true });
    expect(replaceLocation.mock.calls).toEqual([[germanUrl + redirectSourceFragment]]);
    expect(queryNotice()).toBeNull();
  });

  it('keeps the parameters that the target reads and the campaign parameters, for redirects and links', async () => {
    window.history.replaceState(null, '', '/muesli/?p=2&foo=1&utm_source=mail&labour=heavy&ids=9');
    const availableQueryParameters = ['labour', 'p'];
    const wanted = `${germanUrl}?p=2&utm_source=mail&labour=heavy`;
    const { replaceLocation } = await renderNotice({ autoRedirect: true, availableQueryParameters });
    expect(replaceLocation.mock.calls).toEqual([[wanted + redirectSourceFragment]]);
    cleanup();
    const { assignLocation } = await renderNotice({ availableQueryParameters });
    fireEvent.click(screen.getByRole('button', { name: 'Go there' }));
    expect(assignLocation.mock.calls).toEqual([[wanted]]);
    window.history.replaceState(null, '', '/');
  });

  it('never redirects a visitor who has chosen, but shows the notice', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = 'localization=2026-11-20; path=/';
    const { replaceLocation } = await renderNotice({ autoRedirect: true });
    expect(replaceLocation).not.toHaveBeenCalled();
    expect(queryNotice()).not.toBeNull();
  });

  it('treats a visit from another site of the shop as a choice', async () => {
    jest.spyOn(document, 'referrer', 'get').mockReturnValue('http://hafero-de.localhost/');
    const { replaceLocation } = await renderNotice({ autoRedirect: true });
    expect(replaceLocation).not.toHaveBeenCalled();
    expect(document.cookie).toContain('localization=');
  });

  it('opens the chosen shop and stores that a choice was made', async () => {
    const { assignLocation } = await renderNotice();
    fireEvent.click(screen.getByRole('button', { name: 'Go there' }));
    expect(assignLocation.mock.calls).toEqual([[germanUrl]]);
    expect(document.cookie).toContain('localization=');
  });

  it('disappears if the visitor stays, and does not return in this tab', async () => {
    await renderNotice();
    fireEvent.click(screen.getByRole('button', { name: 'Stay on this site' }));
    expect(queryNotice()).toBeNull();
    cleanup();
    await renderNotice();
    expect(queryNotice()).toBeNull();
  });

  it('makes no call and does not redirect on a page opened from a mailed link', async () => {
    window.history.replaceState(null, '', '/muesli/?token=abc');
    const { replaceLocation, checkLocalization } = await renderNotice({ autoRedirect: true });
    expect(checkLocalization).not.toHaveBeenCalled();
    expect(replaceLocation).not.toHaveBeenCalled();
    window.history.replaceState(null, '', '/');
  });
});

describe('RedirectBanner', () => {
  const germanPage = 'http://hafero-de.localhost/muesli-de/?p=2';
  const queryRedirectNotice = () => screen.queryByRole('region', { name: 'Redirected to another shop' });
  const arriveFrom = (url: string) =>
    window.history.replaceState({ key: 'k1' }, '', `/muesli/?p=2#moved-from=${encodeURIComponent(url)}`);

  beforeEach(() => {
    countryCode = 'NL';
  });
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('explains the redirect and links back, with the choice in the URL', async () => {
    arriveFrom(germanPage);
    const { checkLocalization } = await renderNotice({ autoRedirect: true });
    expect(screen.getByRole('status').textContent).toBe(
      'We brought you to this shop because it looks like the right one for your country: Netherlands.',
    );
    const link = screen.getByRole('link', { name: 'Go back to Deutschland, Deutsch' });
    expect(link.getAttribute('href')).toBe(germanPage);
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(link.getAttribute('href')).toBe(`${germanPage}#moved-back`);
    expect(checkLocalization).not.toHaveBeenCalled();
  });

  it('reads the URL fragment once and removes it', async () => {
    arriveFrom(germanPage);
    await renderNotice();
    expect(window.location.href).toBe('http://havero-nl.localhost/muesli/?p=2');
    expect(window.history.state).toEqual({ key: 'k1' });
    cleanup();
    await renderNotice();
    expect(queryRedirectNotice()).toBeNull();
  });

  it.each([
    ['a third-party host', 'https://elsewhere.example/'],
    ['a host with the same beginning as one of the shop', 'http://hafero-de.localhost.elsewhere.example/'],
    ['a script', 'javascript:alert(1)'],
    ['this shop', 'http://en.havero-nl.localhost/'],
    ['a relative path', 'muesli'],
    ['nothing', ''],
  ])('is hidden for %s', async (_case, url) => {
    arriveFrom(url);
    await renderNotice();
    expect(queryRedirectNotice()).toBeNull();
    expect(window.location.hash).toBe('');
  });

  it('is hidden for a malformed fragment', async () => {
    window.history.replaceState(null, '', '/#moved-from=%E0%A4%A');
    await renderNotice();
    expect(queryRedirectNotice()).toBeNull();
  });

  it('removes user name and password from the URL of the link back', async () => {
    arriveFrom('http://name:secret@hafero-de.localhost/muesli-de/');
    await renderNotice();
    expect(screen.getByRole('link').getAttribute('href')).toBe('http://hafero-de.localhost/muesli-de/');
  });

  it('takes no focus and disappears when it is closed', async () => {
    arriveFrom(germanPage);
    await renderNotice();
    expect(document.activeElement).toBe(document.body);
    fireEvent.click(screen.getByRole('button', { name: 'Close this notice' }));
    expect(queryRedirectNotice()).toBeNull();
  });

  it('treats the way back as a choice: no redirect and no notice', async () => {
    countryCode = 'DE';
    window.history.replaceState(null, '', '/muesli/#moved-back');
    const { replaceLocation } = await renderNotice({ autoRedirect: true });
    expect(document.cookie).toMatch(/localization=\d{4}-\d\d-\d\d/);
    expect(window.location.href).toBe('http://havero-nl.localhost/muesli/');
    cleanup();
    await renderNotice({ autoRedirect: true });
    expect(replaceLocation).not.toHaveBeenCalled();
    expect(queryNotice()).toBeNull();
    expect(queryRedirectNotice()).toBeNull();
  });
});
