import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useDevicePosition } from './use-device-position.ts';

const answers: PositionCallback[] = [];
const failures: (PositionErrorCallback | null | undefined)[] = [];
const onFound = jest.fn();
const onFailure = jest.fn();

beforeEach(() => {
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) => {
    answers.push(found);
    failures.push(failed);
  };
  Reflect.set(navigator, 'geolocation', { getCurrentPosition });
});

afterEach(() => {
  cleanup();
  answers.length = 0;
  failures.length = 0;
  jest.clearAllMocks();
  Reflect.deleteProperty(navigator, 'geolocation');
});

function PositionConsumer() {
  const { ask, forget, isBusy } = useDevicePosition({ onFound, onFailure });
  return (
    <>
      <button type="button" onClick={ask}>
        {isBusy ? 'busy' : 'ask'}
      </button>
      <button type="button" onClick={forget}>
        forget
      </button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const position = { coords: { latitude: 51.98912, longitude: 5.89371 } } as GeolocationPosition;
const refusal = { code: 1, message: '' } as GeolocationPositionError;

describe('useDevicePosition', () => {
  it('rounds the position to a hundred metres', () => {
    render(<PositionConsumer />);
    press('ask');
    answers[0]?.(position);
    expect(onFound.mock.calls).toEqual([[{ latitude: 51.989, longitude: 5.894 }]]);
  });

  it('ignores the position if the visitor has searched for a location or left the page', () => {
    const { unmount } = render(<PositionConsumer />);
    press('ask');
    press('forget');
    press('ask');
    answers[0]?.(position);
    failures[0]?.(refusal);
    unmount();
    answers[1]?.(position);
    failures[1]?.(refusal);
    expect(onFound).not.toHaveBeenCalled();
    expect(onFailure).not.toHaveBeenCalled();
  });
});
