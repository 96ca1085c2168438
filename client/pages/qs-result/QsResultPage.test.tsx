import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import en from '../../../locales/en.json' with { type: 'json' };
import type { QsResult } from '../../../shared/contract/lab-results.ts';
import { adviceEffectByGrade, qsCounts, qsGrades } from '../../../shared/rules/lab-results.ts';
import { createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import type { QsResultData } from './page.ts';
import { QsResultPage } from './QsResultPage.tsx';

afterEach(cleanup);

const shelf = { url: '/fibre/', title: 'Fibre', articleUrl: '/reading/', articleTitle: 'Reading a scan' };

function renderReport(changes: Partial<QsResult> = {}) {
  const data: QsResultData = {
    kind: 'qsResult',
    frame: {
      testsPage: { title: 'Roughage tests', url: '/roughage-tests/' },
      key: 'AAAAAAAAAAAAAAAAAAAAAA',
      own: null,
    },
    result: {
      sampleNumber: 'QS-2026-00201',
      sampleName: 'Front loft',
      type: 'hay',
      receiptDate: '2026-08-03',
      resultDate: '2026-08-07',
      laboratory: null,
      version: 1,
      isOwn: false,
      hasStorageRisk: false,
      otherKey: null,
      dryMatterPct: 86.4,
      moisturePct: 13.6,
      grade: 'A',
      germCount: 12_400_000,
      counts: qsCounts.map((count) => ({ count, value: 100, orientation: 200, step: 1 })),
      adviceEffect: 'none',
      verdict: changes.grade ?? 'A',
      shelf,
      ...changes,
    },
  };
  render(<QsResultPage data={data} />, { wrapper: createShopWrapper({ path: '/qs/', data }) });
}

const adviceEffectKeys = { none: 'effectNone', notice: 'effectNotice', refused: 'effectRefused' } as const;

describe('hygiene scan report', () => {
  it.each(qsGrades)('shows meaning, effect on feed advice and links of grade %s', (grade) => {
    const adviceEffect = adviceEffectByGrade[grade];
    renderReport({ grade, adviceEffect });
    const meaning = within(screen.getByRole('region', { name: 'What it means' }));
    expect(meaning.getByText(`Class ${grade}`)).toBeTruthy();
    expect(meaning.getByText(en[`labReport.grade${grade}`])).toBeTruthy();
    expect(meaning.getByText(en[`labReport.${adviceEffectKeys[adviceEffect]}`])).toBeTruthy();
    const isRefused = adviceEffect === 'refused';
    const ways = isRefused ? within(screen.getByRole('region', { name: 'What to do now' })) : meaning;
    expect(ways.getByRole('link', { name: 'In the shop: Fibre' }).getAttribute('href')).toBe('/fibre/');
    expect(ways.getByRole('link', { name: 'Read: Reading a scan' })).toBeTruthy();
    // The notes of every report (feed advice model, 2.2).
    for (const note of ['noteLimits', 'noteSteam', 'noteToxins', 'noteBatch'] as const)
      expect(screen.getByText(en[`labReport.${note}`])).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Use in my feed advice' })).toBeNull();
  });

  it.each(qsCounts.flatMap((count) => [1, 2, 3, 4].map((step) => [count, step] as const)))(
    'shows for %s the step %i',
    (count, step) => {
      renderReport({
        counts: qsCounts.map((each) => ({
          count: each,
          value: 1234,
          orientation: 200_000,
          step: each === count ? step : 1,
        })),
      });
      const row = screen
        .getAllByRole('row')
        .find((each) => within(each).queryByRole('rowheader', { name: en[`labReport.${count}`] }))!;
      expect(within(row).getByText(en[`labReport.step${step as 1 | 2 | 3 | 4}`])).toBeTruthy();
      expect(within(row).getByText('1,234 CFU per g')).toBeTruthy();
      expect(row.textContent).toContain('200,000 CFU per g');
    },
  );

  it.each([
    ['hay', 'storageHay'],
    ['silage', 'storageSilage'],
  ] as const)('warns of the storage of %s', (type, text) => {
    renderReport({ type, hasStorageRisk: true });
    expect(screen.getByText(en[`labReport.${text}`])).toBeTruthy();
  });
});
