import { type Abi, type Address, parseAbi } from 'viem'

/** A liquid restaking token and the view function that returns its exchange rate in wei of ETH per token. */
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

/**
 * Returns a token definition, checked at compile time. Its rate function must return wei of ETH per token, with 18 decimals.
 *
 * @example
 * defineLrtToken({
 *   symbol: 'weETH',
 *   token: '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee',
 *   protocol: 'etherfi',
 *   rate: {
 *     address: '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee',
 *     abi: parseAbi(['function getRate() view returns (uint256)']),
 *     functionName: 'getRate',
 *     args: [],
 *   },
 * })
 */
export function defineLrtToken(token: LrtToken): LrtToken {
  return token
}

/** Describes a view function with uint256 arguments that returns wei of ETH per token. */
export function viewRate(address: Address, functionName: string, ...args: readonly bigint[]): LrtToken['rate'] {
  const inputs = args.map(() => 'uint256').join()
  const abi = parseAbi([`function ${functionName}(${inputs}) view returns (uint256)`] as readonly string[])
  return { address, abi, functionName, args }
}
