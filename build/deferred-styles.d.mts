export declare const lateFolders: readonly string[];
export declare function isDeferred(file: string): boolean;
