/** What a text in the search box can be. A text can be several of them. */
export type Target =
  | { readonly kind: 'hash'; readonly hash: `0x${string}` }
  | { readonly kind: 'address'; readonly address: `0x${string}` }
  | { readonly kind: 'block'; readonly number: number }
  | { readonly kind: 'ens'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/**
 * Returns what a search text can be.
 *
 * - 32 bytes in hex are the hash of a transaction or of a block.
 * - 20 bytes in hex are an address, also that of a token.
 * - a whole number, with or without separators, is a block.
 * - a name that ends in `.eth` is an ENS name.
 * - any other text is a token symbol or part of the name of an alert.
 *
 * @example toTarget('23,000,000') // { kind: 'block', number: 23000000 }
 */
export function toTarget(text: string): Target {
  const trimmed = text.trim()
  const lower = trimmed.toLowerCase()
  if (isHex(lower, 32)) return { kind: 'hash', hash: lower }
  if (isHex(lower, 20)) return { kind: 'address', address: lower }
  const digits = lower.replace(/^#|[,_ ']/g, '')
  if (/^\d{1,15}$/.test(digits)) return { kind: 'block', number: Number(digits) }
  if (/^[^\s/]+\.eth$/.test(lower)) return { kind: 'ens', name: lower }
  return { kind: 'text', text: trimmed }
}

const isHex = (text: string, bytes: number): text is `0x${string}` =>
  text.length === 2 + 2 * bytes && /^0x[0-9a-f]+$/.test(text)

type ListedToken = { readonly address: string; readonly symbol: string }

/** Suggestions per chain for the beginning of a symbol or of an address. */
const mostSuggestions = 10

/**
 * Returns the tokens with a symbol or an address, or else those whose symbol or address begins with the text.
 *
 * @param text at least two characters, or 0x and two digits; a shorter text matches only exactly
 */
export function matchTokens<T extends ListedToken>(tokens: readonly T[], text: string): readonly T[] {
  const wanted = text.toLowerCase()
  const toNames = ({ address, symbol }: T) => [address.toLowerCase(), symbol.toLowerCase()]
  const exact = tokens.filter((token) => toNames(token).includes(wanted))
  if (exact.length > 0 || wanted.length < (wanted.startsWith('0x') ? 4 : 2)) return exact
  return tokens.filter((token) => toNames(token).some((name) => name.startsWith(wanted))).slice(0, mostSuggestions)
}
