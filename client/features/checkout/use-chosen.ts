import { useEffect, useState } from 'react';
import type { FormState } from '../../forms/use-form.ts';

/**
 * Follows which radio button of a group is chosen, those included that were chosen before the program of the page had arrived.
 *
 * @param name of the radio buttons in the form
 * @param initial value that the page was rendered with
 * @returns the chosen value, and what sets it (`onChoose` of a `RadioCard`)
 */
export function useChosen(
  { ref }: Pick<FormState, 'ref'>,
  name: string,
  initial: string,
): [chosen: string, choose: (value: string) => void] {
  const [chosen, choose] = useState(initial);
  useEffect(() => {
    const value = ref.current && new FormData(ref.current).get(name);
    if (typeof value === 'string') choose(value);
  }, [ref, name]);
  return [chosen, choose];
}
