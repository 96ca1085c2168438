import type { Plugin } from 'esbuild';
import type { CustomAtRules, Visitor } from 'lightningcss';

export declare function compileCssModule(options: {
  file: string;
  code: Uint8Array;
  root: string;
  withFileName?: boolean;
  visitor?: Visitor<CustomAtRules>;
}): { code: Uint8Array; names: Record<string, string> };

export declare function cssModulesPlugin(options: { side: 'server' | 'client'; root: string }): Plugin;
