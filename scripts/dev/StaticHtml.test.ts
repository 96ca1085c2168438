import { describe, expect, it } from '@jest/globals';
import * as original from '../../client/ui/StaticHtml.tsx';
import * as standIn from './StaticHtml.tsx';

describe('the stand-in for static HTML', () => {
  it('has every name of the module that it stands in for, and no other', () => {
    expect(Object.keys(standIn).toSorted()).toEqual(Object.keys(original).toSorted());
  });
});
