import type { Plugin } from 'esbuild';

export declare function unusedHelmetCodePlugin(): Plugin;
