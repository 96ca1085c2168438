import type { Plugin } from 'esbuild';

export declare function unusedCodePlugin(): Plugin;
