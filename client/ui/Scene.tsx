import type { SceneName } from '../../shared/contract/primitives.ts';
import hayBarn from './scenes/hay-barn.svg';
import lostGate from './scenes/lost-gate.svg';
import mareAndFoal from './scenes/mare-and-foal.svg';
import paddockDawn from './scenes/paddock-dawn.svg';
import roughageTest from './scenes/roughage-test.svg';
import sportArena from './scenes/sport-arena.svg';
import stableRow from './scenes/stable-row.svg';

const urls: Record<SceneName, string> = {
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
  /** Seen without scrolling, so fetched at once. */
  eager?: boolean;
  className?: string | undefined;
}

/** A cut-paper scene, 16 : 9, to be cropped by its place. Decoration: what it shows is never the message. */
export function Scene({ name, eager = false, className }: SceneProps) {
  return (
    <img
      className={className}
      src={urls[name]}
      width={1600}
      height={900}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
    />
  );
}
