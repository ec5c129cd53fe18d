import type { Abi, Address } from 'viem'

/** A liquid restaking token and where its exchange rate is read: a view function that answers wei of ETH per token. */
export type LrtToken = {
  readonly symbol: string
  readonly token: Address
  /** Slug of the issuer. */
  readonly protocol: string
  readonly rate: {
    readonly address: Address
    readonly abi: Abi
    readonly functionName: string
    readonly args: readonly unknown[]
  }
}

/** States a liquid restaking token. The rate must have 18 decimals. */
export function defineLrtToken(token: LrtToken): LrtToken {
  return token
}
