export declare const lateFolders: readonly string[];
export declare function isDeferredStyleFile(file: string): boolean;
