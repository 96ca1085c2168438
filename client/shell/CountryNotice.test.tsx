import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { Api } from '../../shared/api/client.ts';
import { dutchScope, renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { CountryNotice } from './CountryNotice.tsx';

const germanUrl = 'http://hafero-de.localhost/muesli-de/';
/** Says where the visitor was moved from: the page of `renderInShop`. */
const movedFrom = `#moved-from=${encodeURIComponent('http://en.havero-nl.localhost/muesli/?p=2')}`;

/** The web's own answer about the visitor's country; the test may change it. */
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

describe('country notice', () => {
  it('tells a visitor from another country where their shop is, with that shop chosen in the menu', async () => {
    const { replaceLocation } = await renderNotice();
    expect(queryNotice()?.textContent).toContain('Your country seems to be: Germany.');
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe(germanUrl);
    expect(replaceLocation).not.toHaveBeenCalled();
  });

  it('asks our server with the address and the country', async () => {
    const { checkLocalization } = await renderNotice();
    expect(globalThis.fetch).toHaveBeenCalledWith('/visitor-country', expect.anything());
    expect(checkLocalization).toHaveBeenCalledWith(
      { query: { url: window.location.href, countryCode: 'DE' } },
      expect.anything(),
    );
  });

  it.each([
    ['nobody knows the country', null],
    ['the visitor is at home', 'NL'],
  ])('asks nothing further and says nothing where %s', async (_case, code) => {
    countryCode = code;
    const { checkLocalization } = await renderNotice();
    expect(checkLocalization).not.toHaveBeenCalled();
    expect(queryNotice()).toBeNull();
  });

  it('says nothing where the visitor is right', async () => {
    await renderNotice({ redirectUrl: null });
    expect(queryNotice()).toBeNull();
  });

  it('says nothing when the country cannot be had', async () => {
    globalThis.fetch = jest.fn(async () => Promise.reject(new TypeError('failed'))) as typeof fetch;
    await renderNotice();
    expect(queryNotice()).toBeNull();
  });

  it('asks again after a while when an answer got lost', async () => {
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

  it('gives up after the third lost answer', async () => {
    jest.useFakeTimers();
    globalThis.fetch = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('failed'));
    await renderNotice();
    await act(() => jest.advanceTimersByTimeAsync(600_000));
    expect(globalThis.fetch).toHaveBeenCalledTimes(3);
    jest.useRealTimers();
  });

  it('moves a visitor once where the site wants that and they have never chosen', async () => {
    const { replaceLocation } = await renderNotice({ autoRedirect: true });
    expect(replaceLocation.mock.calls).toEqual([[germanUrl + movedFrom]]);
    expect(queryNotice()).toBeNull();
  });

  it('takes along what the page there reads and what belongs to a campaign, when it moves a visitor and when they go', async () => {
    window.history.replaceState(null, '', '/muesli/?p=2&foo=1&utm_source=mail&labour=heavy&ids=9');
    const availableQueryParameters = ['labour', 'p'];
    const wanted = `${germanUrl}?p=2&utm_source=mail&labour=heavy`;
    const { replaceLocation } = await renderNotice({ autoRedirect: true, availableQueryParameters });
    expect(replaceLocation.mock.calls).toEqual([[wanted + movedFrom]]);
    cleanup();
    const { assignLocation } = await renderNotice({ availableQueryParameters });
    fireEvent.click(screen.getByRole('button', { name: 'Go there' }));
    expect(assignLocation.mock.calls).toEqual([[wanted]]);
    window.history.replaceState(null, '', '/');
  });

  it('never moves a visitor who has chosen, but tells them', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = 'localization=2026-11-20; path=/';
    const { replaceLocation } = await renderNotice({ autoRedirect: true });
    expect(replaceLocation).not.toHaveBeenCalled();
    expect(queryNotice()).not.toBeNull();
  });

  it('takes coming from another of our shops as a choice', async () => {
    jest.spyOn(document, 'referrer', 'get').mockReturnValue('http://hafero-de.localhost/');
    const { replaceLocation } = await renderNotice({ autoRedirect: true });
    expect(replaceLocation).not.toHaveBeenCalled();
    expect(document.cookie).toContain('localization=');
  });

  it('goes to the chosen shop and remembers that there was a choice', async () => {
    const { assignLocation } = await renderNotice();
    fireEvent.click(screen.getByRole('button', { name: 'Go there' }));
    expect(assignLocation.mock.calls).toEqual([[germanUrl]]);
    expect(document.cookie).toContain('localization=');
  });

  it('goes away when the visitor stays, and stays away in this tab', async () => {
    await renderNotice();
    fireEvent.click(screen.getByRole('button', { name: 'Stay on this site' }));
    expect(queryNotice()).toBeNull();
    cleanup();
    await renderNotice();
    expect(queryNotice()).toBeNull();
  });

  it('asks nothing and moves nobody where a mailed link led', async () => {
    window.history.replaceState(null, '', '/muesli/?token=abc');
    const { replaceLocation, checkLocalization } = await renderNotice({ autoRedirect: true });
    expect(checkLocalization).not.toHaveBeenCalled();
    expect(replaceLocation).not.toHaveBeenCalled();
    window.history.replaceState(null, '', '/');
  });
});

describe('redirect notice', () => {
  const germanPage = 'http://hafero-de.localhost/muesli-de/?p=2';
  const queryRedirectNotice = () => screen.queryByRole('region', { name: 'Sent to another shop' });
  const arriveFrom = (url: string) =>
    window.history.replaceState({ key: 'k1' }, '', `/muesli/?p=2#moved-from=${encodeURIComponent(url)}`);

  beforeEach(() => {
    countryCode = 'NL';
  });
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('says after a move why the visitor is here, and offers the way back with word that they want it', async () => {
    arriveFrom(germanPage);
    const { checkLocalization } = await renderNotice({ autoRedirect: true });
    expect(screen.getByRole('status').textContent).toBe(
      'Your country seems to be: Netherlands. That is why you were sent to our shop for that country.',
    );
    const link = screen.getByRole('link', { name: 'Back to: Deutschland, Deutsch' });
    expect(link.getAttribute('href')).toBe(germanPage);
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(link.getAttribute('href')).toBe(`${germanPage}#moved-back`);
    expect(checkLocalization).not.toHaveBeenCalled();
  });

  it('is read from the address once and leaves nothing in it', async () => {
    arriveFrom(germanPage);
    await renderNotice();
    expect(window.location.href).toBe('http://havero-nl.localhost/muesli/?p=2');
    expect(window.history.state).toEqual({ key: 'k1' });
    cleanup();
    await renderNotice();
    expect(queryRedirectNotice()).toBeNull();
  });

  it.each([
    ['a foreign host', 'https://elsewhere.example/'],
    ['a host that begins as one of ours', 'http://hafero-de.localhost.elsewhere.example/'],
    ['a script', 'javascript:alert(1)'],
    ['this shop', 'http://en.havero-nl.localhost/'],
    ['no address', 'muesli'],
    ['nothing', ''],
  ])('does not come for %s', async (_case, url) => {
    arriveFrom(url);
    await renderNotice();
    expect(queryRedirectNotice()).toBeNull();
    expect(window.location.hash).toBe('');
  });

  it('does not come for what cannot be decoded', async () => {
    window.history.replaceState(null, '', '/#moved-from=%E0%A4%A');
    await renderNotice();
    expect(queryRedirectNotice()).toBeNull();
  });

  it('leads back without a name and password that somebody wrote before the host', async () => {
    arriveFrom('http://name:secret@hafero-de.localhost/muesli-de/');
    await renderNotice();
    expect(screen.getByRole('link').getAttribute('href')).toBe('http://hafero-de.localhost/muesli-de/');
  });

  it('takes no focus, and goes away when it is closed', async () => {
    arriveFrom(germanPage);
    await renderNotice();
    expect(document.activeElement).toBe(document.body);
    fireEvent.click(screen.getByRole('button', { name: 'Close the notice' }));
    expect(queryRedirectNotice()).toBeNull();
  });

  it('is not needed on the way back, which is a choice: nobody is moved or told again', async () => {
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
