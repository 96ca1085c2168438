import type { CustomAtRules, Visitor } from 'lightningcss';

export declare function compileCssModule(options: {
  file: string;
  code: Uint8Array;
  root: string;
  visitor?: Visitor<CustomAtRules>;
}): { code: Uint8Array; names: Record<string, string> };
