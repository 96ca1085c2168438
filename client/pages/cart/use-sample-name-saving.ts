import { type FocusEvent, useState } from 'react';
import { cleanLine } from '../../../shared/rules/typed-text.ts';
import { useApi } from '../../api/api-context.tsx';
import { useAppStore } from '../../store/shop.tsx';
import { getBrowserCart } from '../../store/visitor-cart-id.ts';
import { usePages } from '../pages-context.ts';

interface NamedSample {
  readonly productVariantId: number;
  readonly sequence: number;
  readonly sampleName: string | null;
}

/**
 * Stores the name of a sample when its field loses the focus, so that it survives leaving the page. Buttons
 * of the form store the names themselves.
 *
 * @returns blur handler of a field, and the error of the last stored name: its sequence and the code
 */
export function useSampleNameSaving() {
  const api = useApi();
  const pages = usePages();
  const store = useAppStore();
  const [problem, setProblem] = useState<{ readonly sequence: number; readonly code: string } | null>(null);

  async function save({ productVariantId, sequence }: NamedSample, samplename: string): Promise<void> {
    const { id } = getBrowserCart(store.getState().scope);
    if (!api || id === null) return;
    const [{ ApiError }, { isRefusal, listProblems }] = await Promise.all([
      import('../../../shared/api/api-error.ts'),
      import('../../forms/form-action.ts'),
    ]);
    try {
      await api.nameRqsSample({ params: { id }, query: { productVariantId, sequence, samplename } }, {});
      setProblem(null);
      await pages?.invalidate(['cart']);
    } catch (error) {
      if (isRefusal(error)) setProblem({ sequence, code: listProblems(error)[0]?.code ?? 'failed' });
      // Without a connection the name stays in its field, and the buttons report that they cannot store it.
      else if (!(error instanceof ApiError)) throw error;
    }
  }

  return {
    problem,
    handleBlur(sample: NamedSample, { currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) {
      const samplename = cleanLine(currentTarget.value);
      const isSentByButton =
        relatedTarget instanceof HTMLButtonElement &&
        relatedTarget.type === 'submit' &&
        relatedTarget.form === currentTarget.form;
      if (isSentByButton || samplename === '' || samplename === sample.sampleName) return;
      save(sample, samplename).catch((error: unknown) => globalThis.reportError(error));
    },
  };
}
