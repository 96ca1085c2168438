export declare function nativeShims(root: string): Record<string, string>;
