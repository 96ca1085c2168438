import type { Plugin } from 'esbuild';

export declare function transformLoadableCalls(
  source: string,
  options: { side: 'server' | 'client'; importer: string; root: string },
): string;

export declare function getChunkName(file: string, root: string): string;

export declare function loadablePlugin(options: { side: 'server' | 'client'; root: string }): Plugin;
