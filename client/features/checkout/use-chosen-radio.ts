import { useEffect, useState } from 'react';
import type { FormState } from '../../forms/use-form.ts';

/**
 * Returns the chosen radio button of a group, including a choice made before hydration.
 *
 * @param name name of the radio buttons in the form
 * @param initial value in the rendered page
 * @returns the chosen value and its setter (`onChoose` of a `RadioCard`)
 */
export function useChosenRadio(
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
