export declare const waiting: readonly string[]
