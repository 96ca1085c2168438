import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import { CART_ID } from '../../test/fixtures/carts.ts';
import {
  categoryPage,
  dutchScope,
  installDialogMethods,
  renderInShop,
} from '../../test/fixtures/render-in-shop.tsx';
import { getBrowserCart } from '../store/visitor-cart-id.ts';
import { DialogButton } from '../ui/Dialog.tsx';
import { SiteSwitch, siteSwitchDialogId } from './SiteSwitch.tsx';

function renderSwitch(page = categoryPage, api: Partial<Api> = {}) {
  installDialogMethods();
  renderInShop(
    <>
      <DialogButton dialogId={siteSwitchDialogId}>Nederland, English</DialogButton>
      <SiteSwitch />
    </>,
    { page, api },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Nederland, English' }));
}

const getLanguageLink = (country: string, language: string) =>
  within(screen.getByText(country, { exact: false, selector: 'li > span' }).closest('li')!).getByRole(
    'link',
    { name: language },
  );

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'localization=; max-age=0; path=/';
  window.history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('SiteSwitch', () => {
  it('links to the same page of the other site with the query parameters of that page', () => {
    renderSwitch();
    expect(getLanguageLink('Deutschland', 'Deutsch').getAttribute('href')).toBe(
      'http://hafero-de.localhost/muesli-de/?p=2',
    );
  });

  it('links to the home page of a site that does not have this page', () => {
    renderSwitch();
    expect(getLanguageLink('Deutschland', 'Nederlands').getAttribute('href')).toBe(
      'http://nl.hafero-de.localhost/',
    );
  });

  it('keeps compared products in links to other languages of the site, but not to other sites', () => {
    renderSwitch({
      virtualPath: '/compare/?ids=101,102',
      head: {
        ...categoryPage.head,
        alternates: [
          { siteId: 1, languageId: 1, url: 'http://havero-nl.localhost/vergelijken/' },
          { siteId: 10, languageId: 2, url: 'http://hafero-de.localhost/vergleichen/' },
        ],
        canonicalPath: null,
        isIndexable: false,
      },
      data: { kind: 'compare', products: [], missingCount: 0 },
    });
    expect(getLanguageLink('Nederland', 'Nederlands').getAttribute('href')).toBe(
      'http://havero-nl.localhost/vergelijken/?ids=101,102',
    );
    expect(getLanguageLink('Deutschland', 'Deutsch').getAttribute('href')).toBe(
      'http://hafero-de.localhost/vergleichen/',
    );
  });

  it('links to the results of the same term on the other site', () => {
    renderSwitch({
      virtualPath: '/search/?q=mash',
      head: {
        ...categoryPage.head,
        alternates: [{ siteId: 10, languageId: 2, url: 'http://hafero-de.localhost/suche/' }],
        canonicalPath: null,
      },
      data: { kind: 'search', term: 'mash', search: null },
    });
    expect(getLanguageLink('Deutschland', 'Deutsch').getAttribute('href')).toBe(
      'http://hafero-de.localhost/suche/?q=mash',
    );
    expect(screen.queryByText(/You’ll stay on this page/)).not.toBeNull();
  });

  it('keeps only campaign parameters in links to a home page', () => {
    window.history.replaceState(null, '', '/muesli/?p=3&foo=1&gclid=abc');
    renderSwitch();
    const link = getLanguageLink('Deutschland', 'Nederlands');
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(link.getAttribute('href')).toBe('http://nl.hafero-de.localhost/?gclid=abc');
  });

  describe('to another language of the site', () => {
    const left: string[] = [];
    /** Records the URL instead of leaving the page. */
    const noteLeave = (event: MouseEvent) => {
      const link = event.target;
      if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
      event.preventDefault();
      left.push(link.href);
    };
    const setSignedIn = (rest: string) => {
      // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
      document.cookie = `signedin=1; path=/${rest}`;
    };
    beforeEach(() => {
      left.length = 0;
      window.addEventListener('click', noteLeave);
    });
    afterEach(() => {
      window.removeEventListener('click', noteLeave);
      setSignedIn('; max-age=0');
      getBrowserCart(dutchScope).forget({ isGone: true });
    });
    const handOverSession = jest.fn<Api['handOverSession']>();
    const handOverCart = jest.fn<Api['handOverCart']>();
    const setDraft = jest.fn<Api['setDraft']>(async () => undefined);
    const press = () => {
      renderSwitch(categoryPage, { handOverSession, handOverCart, setDraft });
      fireEvent.click(getLanguageLink('Nederland', 'Nederlands'));
    };
    const cartUrl = 'http://havero-nl.localhost/winkelwagen/handover/#token';

    it('transfers the compared products and nothing else of a guest without a cart', async () => {
      localStorage.setItem('comparison-products', '[101]');
      press();
      await waitFor(() => expect(left).toEqual(['http://havero-nl.localhost/#visit=101~']));
      localStorage.clear();
      expect(handOverSession).not.toHaveBeenCalled();
    });

    it('transfers nothing to another site', () => {
      localStorage.setItem('comparison-products', '[101]');
      renderSwitch(categoryPage, { handOverSession, handOverCart, setDraft });
      fireEvent.click(getLanguageLink('Deutschland', 'Deutsch'));
      expect(left).toEqual(['http://hafero-de.localhost/muesli-de/?p=2']);
      localStorage.clear();
    });

    it('transfers the session, and with it the cart of the account', async () => {
      setSignedIn('');
      getBrowserCart(dutchScope).keep(CART_ID);
      handOverSession.mockResolvedValueOnce({ token: 'id.secret' });
      press();
      await waitFor(() => expect(left).toEqual(['http://havero-nl.localhost/#visit=~~id.secret~%2F']));
      expect(handOverCart).not.toHaveBeenCalled();
    });

    it('transfers the cart of a guest', async () => {
      getBrowserCart(dutchScope).keep(CART_ID);
      handOverCart.mockResolvedValueOnce({ url: cartUrl });
      press();
      await waitFor(() => expect(left).toEqual([`${cartUrl}~${encodeURIComponent('/')}`]));
    });

    it('stores changed fields of a checkout form, but never a visible password', async () => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<form data-draft="billing"><input type="hidden" name="form" value="checkout-billing"><input name="firstName">
        <input type="email" name="emailAddress"><select name="countryId"><option value="1" selected><option value="2"></select>
        <input type="radio" name="way" value="home" checked><input type="radio" name="way" value="dealer">
        <input type="checkbox" name="newsletter"><input name="city" value="Apeldoorn"><input name="password"></form>`,
      );
      const getField = (name: string) => document.querySelector<HTMLInputElement>(`form [name=${name}]`)!;
      getField('firstName').value = 'Marit';
      getField('password').value = 'secret';
      document.querySelector<HTMLInputElement>('[value=dealer]')!.checked = true;
      getBrowserCart(dutchScope).keep(CART_ID);
      handOverCart.mockResolvedValueOnce({ url: cartUrl });
      press();
      await waitFor(() => expect(left).toHaveLength(1));
      expect(setDraft.mock.calls).toEqual([
        [
          {
            params: { id: CART_ID },
            body: {
              step: 'billing',
              fields: { firstName: 'Marit', way: 'dealer' },
            },
          },
        ],
      ]);
      document.querySelector('form[data-draft]')?.remove();
    });

    it('transfers neither an expired session nor an ordered cart', async () => {
      setSignedIn('');
      getBrowserCart(dutchScope).keep(CART_ID);
      handOverSession.mockRejectedValueOnce(new ApiError('status', { status: 401 }));
      handOverCart.mockRejectedValueOnce(new ApiError('status', { status: 404 }));
      press();
      await waitFor(() => expect(left).toEqual(['http://havero-nl.localhost/']));
    });

    it('reports a missing response of the backend and follows the link without data on the next click', async () => {
      setSignedIn('');
      handOverSession.mockRejectedValueOnce(new ApiError('unavailable'));
      press();
      const message = await screen.findByText('The language could not be changed. Please try again.');
      expect(message.getAttribute('role')).toBe('alert');
      expect(left).toEqual([]);
      fireEvent.click(getLanguageLink('Nederland', 'Nederlands'));
      expect(left).toEqual(['http://havero-nl.localhost/']);
    });
  });

  it('marks the language of the text and of the target for every entry', () => {
    renderSwitch();
    const link = getLanguageLink('Deutschland', 'Deutsch');
    expect(link.getAttribute('lang')).toBe('de-DE');
    expect(link.getAttribute('hreflang')).toBe('de');
  });

  it('ticks only the current site and language', () => {
    renderSwitch();
    const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'true');
    expect(marked.map((link) => link.textContent)).toEqual(['English']);
  });

  it('adds the campaign parameters on press, keeps those of the page, and drops all others', () => {
    window.history.replaceState(null, '', '/muesli/?p=3&utm_source=mail&foo=1');
    renderSwitch();
    const link = getLanguageLink('Deutschland', 'Deutsch');
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(link.getAttribute('href')).toBe('http://hafero-de.localhost/muesli-de/?p=2&utm_source=mail');
  });

  it('stores the date of the choice in a cookie', () => {
    jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    renderSwitch();
    const link = getLanguageLink('Deutschland', 'Deutsch');
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(document.cookie).toContain('localization=2026-11-20');
  });

  it('says whether the current page exists on all, some or no other sites', () => {
    const everywhere = dutchScope.shops.flatMap(({ siteId, languages }) =>
      languages.map(({ languageId, origin }) => ({ siteId, languageId, url: `${origin}/muesli/` })),
    );
    renderSwitch({ ...categoryPage, head: { ...categoryPage.head, alternates: everywhere } });
    expect(screen.queryByText(/^You’ll stay on this page. Prices/)).not.toBeNull();
    cleanup();
    renderSwitch();
    expect(screen.queryByText(/if the shop you choose has it/)).not.toBeNull();
    cleanup();
    renderSwitch({ ...categoryPage, head: { ...categoryPage.head, alternates: [], canonicalPath: null } });
    expect(screen.queryByText(/home page of the shop/)).not.toBeNull();
  });

  it('closes with its button', () => {
    renderSwitch();
    const dialog = screen.getByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens without script, because button and dialog are connected as a popover', () => {
    renderSwitch();
    const button = screen.getByText('Nederland, English');
    expect(button.getAttribute('popovertarget')).toBe(siteSwitchDialogId);
    expect(document.getElementById(siteSwitchDialogId)?.getAttribute('popover')).toBe('auto');
  });
});
