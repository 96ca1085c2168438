import type { SceneName } from '../../shared/contract/primitives.ts';
import hayBarn from './scenes/hay-barn.svg';
import lostGate from './scenes/lost-gate.svg';
import mareAndFoal from './scenes/mare-and-foal.svg';
import paddockDawn from './scenes/paddock-dawn.svg';
import roughageTest from './scenes/roughage-test.svg';
import sportArena from './scenes/sport-arena.svg';
import stableRow from './scenes/stable-row.svg';

const sceneUrls: Record<SceneName, string> = {
  'hay-barn': hayBarn,
  'lost-gate': lostGate,
  'mare-and-foal': mareAndFoal,
  'paddock-dawn': paddockDawn,
  'roughage-test': roughageTest,
  'sport-arena': sportArena,
  'stable-row': stableRow,
};

interface SceneProps {
  name: SceneName;
  /** Whether it is visible without scrolling and therefore loaded at once. */
  eager?: boolean;
  className?: string | undefined;
}

/**
 * Renders a paper-cut scene with an aspect ratio of 16 : 9, cropped by its container. Decorative: it never
 * contains the message.
 */
export function Scene({ name, eager = false, className }: SceneProps) {
  return (
    <img
      className={className}
      src={sceneUrls[name]}
      width={1600}
      height={900}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
    />
  );
}
