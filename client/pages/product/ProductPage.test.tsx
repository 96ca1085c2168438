import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import en from '../../../locales/en.json' with { type: 'json' };
import { type Api, createApi } from '../../../shared/api/client.ts';
import { createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import {
  adultWeightLimits,
  createPrice,
  createProductDetail,
  createProductSummary,
  createRation,
  createVariant,
} from '../../../test/fixtures/products.ts';
import { ApiProvider } from '../../api/api-context.tsx';
import { ProductSafety } from './lazy-product-safety.ts';
import { ProductPage } from './ProductPage.tsx';

afterEach(cleanup);

function renderPage(
  changes: Parameters<typeof createProductDetail>[0] = {},
  scope = createScope(),
  api: Api | null = null,
) {
  const page = (
    <ProductPage
      data={{
        kind: 'product',
        product: createProductDetail(changes),
        reviews: null,
        related: [createProductSummary({ title: 'Oleo Linseed Oil' })],
        feedApprovalNumber: 'αNL-EXAMPLE-001',
      }}
    />
  );
  return render(api ? <ApiProvider api={api}>{page}</ApiProvider> : page, {
    wrapper: createShopWrapper({ scope, path: '/terno-sport-pellets/' }),
  });
}

/** Returns the cells of a table by row, with normalized spaces. */
function readTableRows(name: string | RegExp) {
  return within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')),
    );
}

describe('ProductPage', () => {
  it('shows name, price, availability with delivery time, and matching products', () => {
    renderPage();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terno Sport Pellets');
    expect(screen.getByText('In stock, delivered in 1-\u20602 working days')).toBeTruthy();
    expect(screen.getAllByText('€17.31 excl. VAT')).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 3, name: 'Oleo Linseed Oil' })).toBeTruthy();
  });

  it('uses the legal term for the directions of a feed, and another one for a gift card', () => {
    renderPage();
    expect(screen.getByRole('heading', { name: 'Directions for use' })).toBeTruthy();
    cleanup();
    renderPage({ feedLabel: null, dosage: null, directions: 'Enter number and PIN.' });
    expect(screen.getByRole('heading', { name: 'How to use it' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Directions for use' })).toBeNull();
  });

  it('links to the other packs and marks the current one', () => {
    const variants = [
      createVariant(),
      createVariant({
        productVariantId: 1014,
        url: '/terno-sport-pellets/1120113/',
        isDefault: false,
        content: { value: 5, unit: 'kg' },
        picture: { hash: 'fedcba9876543210', width: 520, height: 616, alt: 'Small bag' },
      }),
    ];
    renderPage({ variants, productVariantId: 1014 });
    const packs = within(screen.getByRole('navigation', { name: 'Pack' }));
    expect(packs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/terno-sport-pellets/',
      '/terno-sport-pellets/1120113/',
    ]);
    expect(packs.getByRole('link', { current: 'page' }).textContent).toMatch(/^Bag, 5\skg/);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Terno Sport Pellets, 5\skg$/);
    const pictures = within(screen.getByRole('group', { name: 'Pictures' })).getAllByRole('radio');
    expect(pictures.map((picture) => (picture as HTMLInputElement).checked)).toEqual([true, false, false]);
  });

  it('lists alternatives to a sold-out pack: its own other packs first, then similar products', () => {
    const soldOut = { isAvailable: false, amountLeft: null, deliveryTimeDays: null };
    const variants = [
      createVariant({ stock: soldOut }),
      createVariant({ productVariantId: 1014, url: '/small/', content: { value: 5, unit: 'kg' } }),
      createVariant({ productVariantId: 1015, url: '/gone/', stock: soldOut }),
    ];
    const alternatives = [
      createProductSummary({ title: 'Alba Mash', url: '/alba-mash/', productVariantId: 9 }),
    ];
    renderPage({ variants, alternatives });
    const instead = within(screen.getByRole('region', { name: 'In-stock alternatives' }));
    expect(instead.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/small/',
      '/alba-mash/',
    ]);
    expect(instead.getByText(/^Bag, 5\skg · /)).toBeTruthy();
    cleanup();
    renderPage({ alternatives: [] });
    expect(screen.queryByRole('region', { name: 'In-stock alternatives' })).toBeNull();
  });

  it('shows how many days a pack lasts by level of work, for 600 and 300 kg', () => {
    renderPage();
    expect(screen.getByRole('heading', { name: 'How long a pack lasts' })).toBeTruthy();
    const table = screen.getAllByRole('table')[0]!;
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')));
    expect(rows).toEqual([
      [
        'Light work, mainly walk and trot',
        '180 g',
        '18 days 1.1 kg a day €1.15 a day',
        '36 days 550 g a day €0.58 a day',
      ],
      [
        'Heavy work, over 5 hours a week',
        '520 g',
        '6 days 3.1 kg a day €3.25 a day',
        '12 days 1.55 kg a day €1.62 a day',
      ],
    ]);
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Workload', 'Per 100 kg a day', 'Horse, 600\u00a0kg', 'Pony, 300\u00a0kg']);
  });

  it('calculates ration, days and cost for the typed horse', () => {
    renderPage();
    const own = within(screen.getByRole('region', { name: 'Work it out for your horse' }));
    const answers = () =>
      [...own.getByRole('status').querySelectorAll('dd')].map((cell) =>
        cell.textContent?.replaceAll('\u00a0', ' '),
      );
    expect(answers()).toEqual(['1.1 kg', '18 days', '€1.15']);
    const weight = () => own.getByLabelText<HTMLInputElement>('Weight in kg');
    const type = (value: string) => fireEvent.change(weight(), { target: { value } });
    const choose = (label: string, value: string) =>
      fireEvent.change(own.getByLabelText(label), { target: { value } });
    type('450');
    choose('Workload', 'heavy');
    // In steps of 50 g, like the feed calculator.
    expect(answers()).toEqual(['2.35 kg', '8 days', '€2.46']);
    // A good doer gets 80 % of the dose.
    choose('Type of horse', 'sober');
    expect(weight().value).toBe('450');
    expect(answers()).toEqual(['1.85 kg', '10 days', '€1.94']);
    type('199');
    expect(answers()).toEqual([]);
    expect(own.getByText('From 200 to 1,000 kg')).toBeTruthy();
    // No error is shown while typing.
    expect(weight().getAttribute('aria-invalid')).toBeNull();
    fireEvent.blur(weight());
    expect(weight().getAttribute('aria-invalid')).toBe('true');
    type('790');
    expect(weight().getAttribute('aria-invalid')).toBeNull();
    // The weight is impossible for a pony.
    choose('Type of horse', 'pony');
    expect(weight().value).toBe('300');
    expect(own.getByText('From 80 to 450 kg')).toBeTruthy();
    expect(answers()).toEqual(['1.55 kg', '12 days', '€1.62']);
  });

  it('limits the ration to the maximum per meal and of starch, like the feed calculator', () => {
    const { dosage } = createProductDetail();
    renderPage({ dosage: { ...dosage!, ration: createRation({ starch: 40 }) } });
    const own = within(screen.getByRole('region', { name: 'Work it out for your horse' }));
    fireEvent.change(own.getByLabelText('Workload'), { target: { value: 'heavy' } });
    // The label's 3,120 g would contain 1,248 g starch. The limit of 2 g per kg is 1,200 g, so the ration is
    // 3,000 g.
    expect(own.getByRole('status').querySelector('dd')?.textContent).toBe('3\u00a0kg');
    expect(own.getByText(en['feedAdvice.warning.capped_by_limit'])).toBeTruthy();
    fireEvent.change(own.getByLabelText('Workload'), { target: { value: 'light' } });
    expect(own.queryByText(en['feedAdvice.warning.capped_by_limit'])).toBeNull();
  });

  it('links to the feed calculator with the chosen horse and shows its warnings', async () => {
    const bodies: unknown[] = [];
    const api = createApi(async ({ body }) => {
      bodies.push(body);
      return { determined: true, proposals: [{ warnings: ['energy_surplus', 'below_label_minimum'] }] };
    });
    renderPage({}, createScope(), api);
    const own = within(screen.getByRole('region', { name: 'Work it out for your horse' }));
    const getLink = () =>
      own.getByRole('link', { name: 'See this horse’s full ration' }).getAttribute('href');
    expect(getLink()).toBe('/feed-advice/?product=1013&roughage=hay&type=horse&weight=600&work=light');
    fireEvent.change(own.getByLabelText('Type of horse'), { target: { value: 'pony' } });
    fireEvent.change(own.getByLabelText('Weight in kg'), { target: { value: '220' } });
    expect(getLink()).toBe('/feed-advice/?product=1013&roughage=hay&type=pony&weight=220&work=light');
    expect(await own.findByText(en['feedAdvice.warning.energy_surplus'])).toBeTruthy();
    expect(own.getByText(en['feedAdvice.warning.below_label_minimum'])).toBeTruthy();
    // The weight was typed before the debounce delay of the type ended, so only one request is sent.
    expect(bodies).toEqual([
      {
        horseType: 'pony',
        weightKg: 220,
        workLevel: 'light',
        roughage: { type: 'hay' },
        productVariantId: 1013,
      },
    ]);
    // Warnings for another horse are not shown.
    fireEvent.change(own.getByLabelText('Weight in kg'), { target: { value: '300' } });
    expect(own.queryByText(en['feedAdvice.warning.energy_surplus'])).toBeNull();
  });

  it('links to the feed calculator with the pack, except for doses by stage of life', () => {
    renderPage();
    const name = 'Work out the full ration with your own roughage';
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/feed-advice/?product=1013');
    cleanup();
    renderPage({ dosage: { ...createProductDetail().dosage!, mode: 'byStage', ration: null } });
    expect(screen.queryByRole('link', { name })).toBeNull();
  });

  it('shows no ration if the shop gives no feed advice', () => {
    renderPage({ dosage: { ...createProductDetail().dosage!, ration: null } });
    expect(screen.queryByRole('heading', { name: 'How long a pack lasts' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Work it out for your horse' })).toBeNull();
  });

  it('suggests a weight for the stage of life and keeps a typed weight if it is possible', () => {
    const foal = { leastKg: 5, mostKg: 115, firstKg: 65 };
    const youngster = { leastKg: 10, mostKg: 290, firstKg: 135 };
    renderPage({
      dosage: {
        mode: 'byStage',
        feedsPerDay: 6,
        rows: [
          { level: 'foal-w1', gramsPer100Kg: 1600, feedsPerDay: 3, weights: foal },
          { level: 'foal-m2-3', gramsPer100Kg: 2000, feedsPerDay: 3, weights: youngster },
        ],
        scoop: null,
        gramsPerLitre: null,
        maxServingsPerWeek: null,
        ration: null,
      },
    });
    const own = within(screen.getByRole('region', { name: 'Work it out for your horse' }));
    const typeWeight = (value: string) =>
      fireEvent.change(own.getByLabelText('Weight in kg'), { target: { value } });
    const choose = (value: string) => fireEvent.change(own.getByRole('combobox'), { target: { value } });
    const read = () => [
      (own.getByLabelText('Weight in kg') as HTMLInputElement).value,
      own.getByRole('status').querySelector('dd')?.textContent?.replaceAll('\u00a0', ' '),
    ];
    expect(read()).toEqual(['65', '1.04 kg']);
    choose('foal-m2-3');
    expect(read()).toEqual(['135', '2.7 kg']);
    typeWeight('100');
    choose('foal-w1');
    expect(read()).toEqual(['100', '1.6 kg']);
    choose('foal-m2-3');
    typeWeight('200');
    choose('foal-w1');
    expect(read()).toEqual(['65', '1.04 kg']);
    typeWeight('');
    expect(read()).toEqual(['', undefined]);
  });

  it('shows milk and powder of each feed of a foal', () => {
    renderPage({
      dosage: {
        mode: 'byStage',
        feedsPerDay: 12,
        rows: [
          {
            level: 'foal-d4-7',
            gramsPer100Kg: 2500,
            feedsPerDay: 12,
            weights: { leastKg: 5, mostKg: 115, firstKg: 50 },
          },
        ],
        scoop: null,
        gramsPerLitre: 125,
        maxServingsPerWeek: null,
        ration: null,
      },
    });
    const own = within(screen.getByRole('region', { name: 'Work it out for your horse' }));
    const text = own.getByRole('status').textContent?.replaceAll('\u00a0', ' ');
    // 50 kg: 20 % of it is 10 litres with 125 g powder each; a twelfth is 833 ml, shown as 830 ml.
    expect(text).toContain('Per day1.25 kg');
    expect(text).toContain('Mixed milk per day10 l');
    expect(text).toContain('Per feed, 12 a day830 ml = 104 g');
    expect(own.getByText(/makes 1 litre of milk. Feed it at 38 °C./)).toBeTruthy();
    expect(readTableRows('Amount by life stage')).toContainEqual([
      'Foal, days 4 to 7',
      '2.5 kg = 20 l, 12 meals a day',
    ]);
  });

  it('shows delivery costs, withdrawal period and payment methods next to the price', () => {
    const returns = { key: 'returns', title: 'Returns', route: '/returns/', target: null };
    const scope = createScope({
      settings: {
        shippingMethods: [{ shippingMethod: 0, priceInclVat: 595 }],
        freeShippingFromInclVat: 5000,
      },
      footer: { footerId: 12, columns: [{ key: 'service', title: 'Service', links: [returns] }] },
    });
    renderPage({}, scope);
    expect(screen.getByText('Home delivery €5.95, free from €50.00')).toBeTruthy();
    expect(screen.getByRole('link', { name: '14 days to change your mind' }).getAttribute('href')).toBe(
      '/returns/',
    );
    const payments = within(screen.getByRole('list', { name: 'Payment methods' }));
    expect(payments.getAllByRole('listitem')).toHaveLength(scope.site.paymentMethods.length);
    cleanup();
    renderPage({ variants: [createVariant({ price: createPrice({ amountInclVat: 5000 }) })] }, scope);
    expect(screen.getByText('Free home delivery')).toBeTruthy();
  });

  it('distinguishes vouchers by value and offers neither comparison nor home delivery', () => {
    const createVoucher = (productVariantId: number, amountInclVat: number) =>
      createVariant({
        productVariantId,
        url: `/gift-card/${productVariantId}/`,
        isDefault: amountInclVat === 2500,
        packaging: 'digital',
        packagingName: 'Digital',
        content: { value: 1, unit: 'piece' },
        price: createPrice({ amountInclVat, unitPrices: [] }),
      });
    renderPage({
      title: 'Gift card',
      variants: [createVoucher(1, 2500), createVoucher(2, 5000)],
      productVariantId: 2,
      feedLabel: null,
      dosage: null,
    });
    const packs = within(screen.getByRole('navigation', { name: 'Pack' })).getAllByRole('link');
    expect(packs.map((link) => link.textContent?.match(/Digital, €\d+/)?.[0])).toEqual([
      'Digital, €25',
      'Digital, €50',
    ]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Gift card, €50.00');
    expect(screen.queryByRole('link', { name: /^Compare Gift card/ })).toBeNull();
    expect(screen.queryByText('14 days to change your mind')).toBeNull();
  });

  describe('gallery', () => {
    const feedPicture = {
      hash: '00112233445566778899aabbccddeeff',
      width: 520,
      height: 616,
      scoop: { millilitres: 1000, grams: 410 },
    };

    it('shows pack, label and feed with its scoop in this order', () => {
      renderPage({ feedPicture });
      const group = within(screen.getByRole('group', { name: 'Pictures' }));
      const names = [
        'Picture 1: Terno Sport Pellets',
        'Label side',
        'Picture 2: Terno Sport Pellets, out of the pack',
      ];
      expect(group.getAllByRole('radio')).toEqual(
        names.map((name) => group.getByRole('radio', { name: new RegExp(`^${name}`) })),
      );
      expect(group.getByRole('img', { name: 'Terno Sport Pellets, out of the pack' })).toBeTruthy();
    });

    it('loads the first picture eagerly and the others when they are chosen', () => {
      const { container } = renderPage({ feedPicture });
      const eager = [...container.querySelectorAll('img[loading="eager"]')];
      expect(eager.map((image) => image.getAttribute('src'))).toEqual(['/images/0123456789abcdef/480.png']);
      expect(eager[0]?.getAttribute('fetchpriority')).toBe('high');
    });

    it.each([
      [{ millilitres: 1000, grams: 410 }, '1 scoop (1 l) = 410 g'],
      [{ millilitres: 25, grams: 12.5 }, '1 scoop (25 ml) = 12.5 g'],
      [{ millilitres: 2500, grams: 1200 }, '1 scoop (2.5 l) = 1.2 kg'],
    ])('shows the volume of the scoop from the data: %j', (scoop, text) => {
      renderPage({
        feedPicture: { ...feedPicture, scoop },
        dosage: { ...createProductDetail().dosage!, scoop },
      });
      expect(
        screen.getAllByText(/^1 scoop/).map((element) => element.textContent?.replaceAll('\u00a0', ' ')),
      ).toEqual([text, text]);
    });

    it('shows no volume without a scoop', () => {
      renderPage({
        feedPicture: { ...feedPicture, scoop: null },
        dosage: { ...createProductDetail().dosage!, scoop: null },
      });
      expect(screen.queryByText(/1 scoop/)).toBeNull();
    });

    it('contains every detail of the label as text', () => {
      renderPage({ feedPicture });
      const label = screen.getByText('Havero Terno Sport Pellets').closest('div');
      const text = label?.textContent?.replaceAll('\u00a0', ' ');
      for (const part of [
        'Complementary feed for horses',
        'Compositionbarley 24%, oats 16%',
        'Analytical constituentsCrude protein 13%, Digestible energy 11.9 MJ/kg',
        'Vitamin A (3a672a) 12,000 IU',
        'Selenium (3b801) 0.45 mg',
        'Directions for useGive 180 g per 100 kg in light work. 1 scoop (1 l) = 650 g',
        'Net quantity20 kg',
        'Approval numberαNL-EXAMPLE-001',
      ]) {
        expect(text).toContain(part);
      }
    });

    it('shows a single picture without a choice for a product that is not feed and has one pack', () => {
      renderPage({ feedLabel: null, dosage: null });
      expect(screen.queryByRole('group', { name: 'Pictures' })).toBeNull();
      expect(screen.queryByRole('radio')).toBeNull();
    });
  });

  it('links the picture to its largest file for visitors without script', () => {
    renderPage();
    expect(screen.getByRole('link', { name: /Enlarge picture$/ }).getAttribute('href')).toMatch(
      /^\/images\/[^/]+\/1472\.webp$/,
    );
  });

  it('counts servings if a feed is given a few times a week', () => {
    renderPage({
      dosage: {
        mode: 'fixed',
        feedsPerDay: 1,
        rows: ['none', 'light'].map((level) => ({
          level,
          gramsPer100Kg: 100,
          feedsPerDay: 1,
          weights: null,
        })),
        scoop: { millilitres: 1000, grams: 400 },
        gramsPerLitre: null,
        maxServingsPerWeek: 3,
        ration: createRation(),
      },
      variants: [createVariant({ netWeightGrams: 15_000 })],
    });
    expect(screen.getByText(/^A pack lasts, at 600\skg$/).nextSibling?.textContent).toBe('58 days');
    expect(screen.getByText(/Based on 3 servings a week/)).toBeTruthy();
  });

  it('shows doses by stage of life without a number of days', () => {
    renderPage({
      dosage: {
        mode: 'byStage',
        feedsPerDay: 3,
        rows: [
          { level: 'lactating-m1-3', gramsPer100Kg: 500, feedsPerDay: 3, weights: adultWeightLimits },
          { level: 'unheard-of', gramsPer100Kg: 1, feedsPerDay: 3, weights: adultWeightLimits },
        ],
        scoop: null,
        gramsPerLitre: null,
        maxServingsPerWeek: null,
        ration: null,
      },
    });
    expect(screen.queryByRole('heading', { name: 'How long a pack lasts' })).toBeNull();
    expect(readTableRows('Amount by life stage')).toEqual([
      ['Life stage', 'Per 100 kg a day'],
      ['Mare in milk, months 1 to 3', '500 g, 3 meals a day'],
    ]);
  });

  it('shows all details that the law requires before an order', () => {
    renderPage();
    expect(screen.getByText('Complementary feed for horses: barley 24%, oats 16%.')).toBeTruthy();
    expect(screen.getByText('Give 180 g per 100 kg in light work.', { selector: 'p' })).toBeTruthy();
    expect(readTableRows(/^Analytical constituents/)).toEqual([
      ['Crude protein', '13%'],
      ['Digestible energy', '11.9 MJ/kg'],
    ]);
    expect(readTableRows(/^Vitamins/)).toEqual([['Vitamin A (3a672a)', '12,000 IU']]);
    expect(readTableRows(/^Compounds of trace elements/)).toEqual([['Selenium (3b801)', '0.45 mg']]);
    expect(readTableRows('What the label says')).toEqual([
      ['Type of feed', 'Complementary feed for horses'],
      ['Species', 'Horses and ponies'],
      ['Net quantity', '20 kg'],
      ['Shelf life', '12 months from production, 3 months once opened'],
      [
        'Responsible for labelling',
        'Havero B.V. (example), Haverweg 1, 7311 AA Apeldoorn, Netherlands, service@havero.example',
      ],
      ['Approval number', 'αNL-EXAMPLE-001'],
    ]);
  });

  it('shows the specification of the pack: numbers, weights, dimensions, pallet', () => {
    renderPage();
    // The table is in the HTML, but not in the accessibility tree while it is closed.
    const summary = screen.getByText('Specification', { selector: 'h2' }).closest('details');
    const rows = [...(summary?.querySelectorAll('tr') ?? [])].map((row) =>
      [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')),
    );
    expect(rows).toEqual([
      ['Brand', 'Havero'],
      ['Article number', '1120112'],
      ['EAN', '9520001070914'],
      ['Pack', 'Bag, 20 kg'],
      ['Net weight', '20 kg'],
      ['Gross weight', '20.45 kg'],
      ['Dimensions', '80 × 45 × 15 cm'],
      ['Quantity per pallet', '48 pieces'],
    ]);
  });

  it('names the responsible company of a product that is not feed, without feed label terms', () => {
    renderPage({ feedLabel: null, dosage: null, productType: 3 });
    expect(screen.queryByText('Analytical constituents')).toBeNull();
    expect(screen.queryByText('What the label says')).toBeNull();
    expect(readTableRows('Specification').map(([header]) => header)).toContain(
      'Responsible for this product',
    );
  });

  it('shows manufacturer, contact and warnings of a product that is not feed without a click', async () => {
    const manufacturer = {
      name: 'Maker B.V.',
      street: 'Haverweg 1',
      zipcode: '7311 AA',
      city: 'Apeldoorn',
      regionCode: 'NL',
      emailAddress: 'maker@havero.example',
    };
    await ProductSafety.load();
    renderPage({
      feedLabel: null,
      dosage: null,
      productType: 3,
      safety: { manufacturer, text: 'Keep out of the reach of children.' },
    });
    const block = screen.getByRole('region', { name: 'Manufacturer and safety' });
    expect(within(block).getByText('Maker B.V., Haverweg 1, 7311 AA Apeldoorn, Netherlands')).toBeTruthy();
    const link = within(block).getByRole('link', { name: 'maker@havero.example' });
    expect(link.getAttribute('href')).toBe('mailto:maker@havero.example');
    expect(within(block).getByText('Keep out of the reach of children.')).toBeTruthy();
    expect(block.closest('details')).toBeNull();
    // A second responsible company would be ambiguous.
    expect(readTableRows('Specification').map(([header]) => header)).not.toContain(
      'Responsible for this product',
    );
  });

  it('shows no suitable horses for soap, but its purpose in the specification', () => {
    const facts = [{ key: 'applications', values: ['Care'] }];
    renderPage({ feedLabel: null, dosage: null, productType: 3, facts });
    expect(screen.queryByRole('heading', { name: 'Which horses it suits' })).toBeNull();
    expect(readTableRows('Specification')).toContainEqual(['Made for', 'Care']);
  });

  it('shows the minimum silo delivery, with a link to its page if there is one', () => {
    const silo = { key: 'silo-supply', title: 'Silo supply', route: '/silo-supply/', target: null };
    const scope = createScope({
      settings: { silo: { fromHorses: 8, minimumDeliveryKg: 2500 } },
      footer: { footerId: 12, columns: [{ key: 'shop', title: 'Ordering', links: [silo] }] },
    });
    renderPage({ isSiloAvailable: true }, scope);
    expect(screen.getByText(/from 8 horses, at least 2,500\skg per delivery/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Silo supply' }).getAttribute('href')).toBe('/silo-supply/');
  });
});
