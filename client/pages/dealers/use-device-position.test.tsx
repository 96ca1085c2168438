import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useDevicePosition } from './use-device-position.ts';

const positionCallbacks: PositionCallback[] = [];
const failureCallbacks: (PositionErrorCallback | null | undefined)[] = [];
const onFound = jest.fn();
const onFailure = jest.fn();

beforeEach(() => {
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) => {
    positionCallbacks.push(found);
    failureCallbacks.push(failed);
  };
  Reflect.set(navigator, 'geolocation', { getCurrentPosition });
});

afterEach(() => {
  cleanup();
  positionCallbacks.length = 0;
  failureCallbacks.length = 0;
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

const pressButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const position = { coords: { latitude: 51.98912, longitude: 5.89371 } } as GeolocationPosition;
const deniedError = { code: 1, message: '' } as GeolocationPositionError;

describe('useDevicePosition', () => {
  it('rounds the position to a hundred metres', () => {
    render(<PositionConsumer />);
    pressButton('ask');
    positionCallbacks[0]?.(position);
    expect(onFound.mock.calls).toEqual([[{ latitude: 51.989, longitude: 5.894 }]]);
  });

  it('ignores the position if the visitor has searched for a location or left the page', () => {
    const { unmount } = render(<PositionConsumer />);
    pressButton('ask');
    pressButton('forget');
    pressButton('ask');
    positionCallbacks[0]?.(position);
    failureCallbacks[0]?.(deniedError);
    unmount();
    positionCallbacks[1]?.(position);
    failureCallbacks[1]?.(deniedError);
    expect(onFound).not.toHaveBeenCalled();
    expect(onFailure).not.toHaveBeenCalled();
  });
});
