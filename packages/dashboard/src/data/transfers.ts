import { formatUnits, type KnownTokens } from './amounts.ts'

type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

/** A transfer of ERC-20 tokens. */
export type Transfer = {
  readonly token: string
  readonly from: string
  readonly to: string
  /** Smallest units. */
  readonly amount: bigint
}

/** `Transfer(address,address,uint256)` of ERC-20 and ERC-721. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const words = 2 + 64

/** Returns the transfer of an event. Undefined for other events: of ERC-721, the third argument is a topic as well. */
export function toTransfer({ address, topics: [topic, from, to, id], data }: Log): Transfer | undefined {
  if (topic !== transferTopic || from === undefined || to === undefined || id !== undefined) return
  if (data.length !== words) return
  const toAddress = (word: string) => `0x${word.slice(-40)}`
  return { token: address.toLowerCase(), from: toAddress(from), to: toAddress(to), amount: BigInt(data) }
}

/**
 * Returns what an account received minus what it sent, by token, smallest first. Tokens whose sum is 0 are omitted.
 *
 * @example sumOf([{ token, from: account, to: pool, amount: 5n }], account) // [[token, -5n]]
 */
export function sumOf(transfers: readonly Transfer[], account: string): readonly (readonly [string, bigint])[] {
  const sums = new Map<string, bigint>()
  const add = (token: string, amount: bigint) => sums.set(token, (sums.get(token) ?? 0n) + amount)
  for (const { token, from, to, amount } of transfers) {
    if (to === account) add(token, amount)
    if (from === account) add(token, -amount)
  }
  return [...sums].filter(([, sum]) => sum !== 0n).sort(([, a], [, b]) => (a < b ? -1 : 1))
}

/** Describes an amount in whole tokens with all digits, or in smallest units if the token is not listed. */
export const describeUnits = (amount: bigint, token: string, tokens: KnownTokens): string =>
  (tokens[token] && formatUnits(String(amount), tokens[token])) ?? `${amount} smallest units of ${token}`
