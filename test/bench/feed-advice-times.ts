import type { AdviceQuestion } from '../../shared/contract/feed-advice.ts';
import { callPaths } from '../../shared/contract/paths.ts';
import { workLevels } from '../../shared/rules/feed-advice/feed-model.ts';
import { launchBrowser, openPage, waitForHydration } from '../browser/browser.ts';
import { type FirstVisit, measureFirstVisit } from './measure-first-visit.ts';
import { createShopClient } from './shop-client.ts';

/** A ration page of a Dutch visitor: the terno-basis for a horse of 600 kg on hay. */
const RATION_PATH = '/voeradvies/?roughage=hay&type=horse&work=light';
/** Its variant id in the sample shop. */
const TERNO_BASIS_VARIANT_ID = 1011;

/** Durations of feed advice: milliseconds, ascending. */
export interface FeedAdviceTimes {
  /** The call for one product. */
  readonly product: readonly number[];
  /** The call for all products that fit a horse. */
  readonly proposals: readonly number[];
  /** From the tap on another work level to the frame that shows its ration, at 390 px. */
  readonly tap: readonly number[];
  /** The files that a browser with an empty cache fetches for a ration page. */
  readonly firstVisit: FirstVisit;
}

/**
 * Measures rations, both through the call and in a browser.
 *
 * @param shop.port of a web that trusts the forwarded visitor address
 * @param shop.host of a Dutch site that has feed advice
 * @param shop.clientFolder of the build
 * @param samples of each type
 * @throws Error if the shop has no ration for the requested horse
 */
export async function timeFeedAdvice(
  {
    port,
    host,
    clientFolder,
  }: { readonly port: number; readonly host: string; readonly clientFolder: string },
  samples: number,
): Promise<FeedAdviceTimes> {
  const url = `http://${host}:${port}${RATION_PATH}`;
  const product = await timeAdviceCalls(port, samples, { productVariantId: TERNO_BASIS_VARIANT_ID });
  const proposals = await timeAdviceCalls(port, samples, {});
  return {
    product,
    proposals,
    tap: await timeAnswerTaps(url, samples),
    firstVisit: await measureFirstVisit(url, clientFolder),
  };
}

const adviceQuestions = workLevels.flatMap((workLevel) =>
  [500, 550, 600, 650].map(
    (weightKg): AdviceQuestion => ({ horseType: 'horse', weightKg, workLevel, roughage: { type: 'hay' } }),
  ),
);

async function timeAdviceCalls(
  port: number,
  samples: number,
  asked: Pick<AdviceQuestion, 'productVariantId'>,
): Promise<number[]> {
  const { ask, end } = createShopClient(port);
  const times: number[] = [];
  // The first requests warm up the backend and are not measured.
  for (let number = -10; number < samples; number += 1) {
    const horse = adviceQuestions[(number + 10) % adviceQuestions.length];
    const { status, ms } = await ask(callPaths.calculateFeedAdvice.path, { body: { ...horse, ...asked } });
    if (status !== 200) throw new Error(`A ration call returned ${status}`);
    if (number >= 0) times.push(ms);
  }
  end();
  return times.toSorted((a, b) => a - b);
}

async function timeAnswerTaps(url: string, samples: number): Promise<number[]> {
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser, { width: 390 });
    await page.goto(url);
    await waitForHydration(page);
    const times: number[] = [];
    for (let number = -3; number < samples; number += 1) {
      const visitor = number + 3;
      await page.setExtraHTTPHeaders({
        'x-forwarded-for': `10.8.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}`,
      });
      const workLevel = visitor % 2 === 0 ? 'heavy' : 'light';
      const ms = await page.evaluate(async (value) => {
        const field = document.querySelector<HTMLSelectElement>('select[name="work"]');
        const readRation = () => document.querySelector('main dl')?.textContent;
        const before = readRation();
        const startedAt = performance.now();
        if (field) field.value = value;
        field?.dispatchEvent(new Event('change', { bubbles: true }));
        while (readRation() === before) await new Promise(requestAnimationFrame);
        return performance.now() - startedAt;
      }, workLevel);
      if (number >= 0) times.push(ms);
    }
    return times.toSorted((a, b) => a - b);
  } finally {
    await browser.close();
  }
}
