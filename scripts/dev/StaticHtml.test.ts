import { describe, expect, it } from '@jest/globals';
import * as original from '../../client/ui/StaticHtml.tsx';
import * as standIn from './StaticHtml.tsx';

describe('StaticHtml in development', () => {
  it('exports the same names as the module that it replaces', () => {
    expect(Object.keys(standIn).toSorted()).toEqual(Object.keys(original).toSorted());
  });
});
