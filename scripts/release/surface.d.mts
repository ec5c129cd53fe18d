export type Break = { readonly name: string; readonly what: string }
export function findBreaks(before: readonly string[], after: readonly string[]): readonly Break[]
