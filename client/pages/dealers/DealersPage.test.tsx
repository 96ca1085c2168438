import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { DealersPage } from './DealersPage.tsx';
import type { DealersData, DealerView } from './page.ts';

afterEach(cleanup);

const createDealer = (changes: Partial<DealerView> = {}): DealerView => ({
  dealerId: 1,
  name: 'Ruitersport Arnhem',
  address: {
    zipcode: '6811 DG',
    street: 'Ruiterlaan',
    streetNumber: '11',
    streetNumberAddition: null,
    city: 'Arnhem',
    countryId: 1,
  },
  latitude: 51.9891,
  longitude: 5.8937,
  openingHours: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '24:00' }],
  phoneNumber: '+31 88 000 0001',
  website: null,
  isPickupPoint: true,
  hasFullRange: false,
  offersSampleDropOff: false,
  distanceMetres: 12_345,
  regionCode: 'NL',
  ...changes,
});

const createData = (changes: Partial<DealersData> = {}): DealersData => ({
  kind: 'dealers',
  asked: { place: 'Ede', position: null, countryId: null, radiusKm: 50, facets: [] },
  found: 'within',
  dealers: [createDealer(), createDealer({ dealerId: 2, name: 'Other', isPickupPoint: false })],
  isCut: false,
  countries: [],
  ...changes,
});

function showDealers(data: DealersData, mapsKey: string | null = null) {
  const scope = createScope();
  render(<DealersPage data={data} />, {
    wrapper: createShopWrapper({ scope: { ...scope, site: { ...scope.site, mapsKey } }, data }),
  });
}

const readPageText = () => document.body.textContent?.replace(/\u00a0/g, ' ') ?? '';

describe('DealersPage', () => {
  it('shows address, distance, opening hours and route of a dealer', () => {
    showDealers(createData());
    expect(readPageText()).toContain('2 dealers within 50 km of Ede');
    expect(readPageText()).toContain('about 12 km');
    expect(readPageText()).toContain('Ruiterlaan 11, 6811 DG Arnhem');
    // Midnight at the end of a day.
    expect(readPageText()).toContain('Monday – Friday 08:00\u2060–\u206000:00');
    expect(screen.getAllByRole('link', { name: '+31 88 000 0001' })[0]!.getAttribute('href')).toBe(
      'tel:+31880000001',
    );
    const route = screen.getByRole('link', { name: 'Directions to Ruitersport Arnhem' });
    expect(route.getAttribute('href')).toBe('https://www.openstreetmap.org/directions?to=51.9891%2C5.8937');
    expect(route.getAttribute('rel')).toBe('noreferrer');
  });

  it('says that holidays are not considered, and that hours may be unknown', () => {
    showDealers(createData());
    expect(readPageText()).toContain('Opening hours may differ on public holidays.');
    cleanup();
    showDealers(createData({ dealers: [createDealer({ openingHours: [] })] }));
    expect(readPageText()).not.toContain('Opening hours');
  });

  it('offers collection only if carts can be collected', () => {
    showDealers(createData());
    expect(screen.getAllByRole('button', { name: /^Collect my order here/ })).toHaveLength(1);
  });

  it.each<[string, Partial<DealersData>, string]>([
    [
      'all dealers by town',
      { found: 'all', asked: { ...createData().asked, place: null } },
      '2 dealers, by town',
    ],
    ['the first of many dealers', { found: 'all', isCut: true }, 'The first 2 dealers by town'],
    ['the nearest of many dealers', { isCut: true }, 'The 2 nearest dealers within 50 km of Ede'],
    [
      'the nearest dealers if none is within the radius',
      { found: 'beyond' },
      'No dealers within 50 km of Ede. These are the nearest:',
    ],
    ['a message if there is no dealer', { found: 'none', dealers: [] }, 'There are no dealers here yet'],
    [
      'that no dealer offers the service',
      { found: 'none', dealers: [], asked: { ...createData().asked, facets: ['full'] } },
      'No dealer offers everything you ticked',
    ],
    ['that the location is unknown', { found: 'unknown', dealers: [] }, 'We can’t find “Ede”'],
  ])('shows %s', (_what, changes, words) => {
    showDealers(createData(changes));
    expect(readPageText()).toContain(words);
  });

  it('can request the device position again after the browser has restored the page', () => {
    const getCurrentPosition = jest.fn();
    Reflect.set(navigator, 'geolocation', { getCurrentPosition });
    showDealers(createData());
    const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Use my location' }));
    ask();
    ask();
    expect(getCurrentPosition).toHaveBeenCalledTimes(1);
    fireEvent(window, new Event('pageshow'));
    ask();
    expect(getCurrentPosition).toHaveBeenCalledTimes(2);
    Reflect.deleteProperty(navigator, 'geolocation');
  });

  it('embeds no third-party map without a key, and with a key only on request', () => {
    showDealers(createData());
    expect(screen.queryByRole('button', { name: 'Show a Google map' })).toBeNull();
    cleanup();
    showDealers(createData(), 'AIza"&<test');
    expect(document.querySelector('iframe')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show a Google map' }));
    const frame = document.querySelector('iframe');
    expect(frame?.title).toBe('Map of the area around Ruitersport Arnhem');
    const { origin, pathname, searchParams } = new URL(frame?.src ?? '');
    expect([origin, pathname]).toEqual(['https://www.google.com', '/maps/embed/v1/place']);
    expect(searchParams.get('key')).toBe('AIza"&<test');
    expect(searchParams.get('q')).toBe('51.9891,5.8937');
  });
});
