import type { Plugin } from 'esbuild';

export declare function helmetPlugin(): Plugin;
