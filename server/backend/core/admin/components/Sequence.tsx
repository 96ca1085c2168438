import { createElement, Fragment, type ReactNode } from 'react';

/** List of nodes without keys: a page is rendered once, so React compares nothing by them. */
export const Sequence = ({ of }: { readonly of: readonly ReactNode[] }) =>
  createElement(Fragment, null, ...of);
