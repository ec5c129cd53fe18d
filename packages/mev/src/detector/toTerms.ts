import { dexFactories, poolContracts } from '@outrigger/calldata'
import { type ChainName, chains, OutriggerError } from '@outrigger/core'
import { toListedTokens } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { Terms } from '../detect/context.ts'
import { createPoolGraph } from '../search/poolGraph.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import type { MevDetectorOptions, MevPools } from './detectorTypes.ts'

export const defaults = {
  builderBidBps: 0,
  tipPerGas: 0n,
  minProfit: 10n ** 14n,
  simulationsPerBlock: 0,
  maxPending: 20_000,
}

/**
 * Returns a function that creates the terms of a chain from the next block's base fee. A pool is known if its factory is known or
 * if a swap through the pool has paid the expected amount in a simulation.
 *
 * @throws {NoNativeTokenError}
 */
export function createTerms(
  options: MevDetectorOptions,
  chain: ChainName,
  taxes: TokenTaxes,
  isTried: (pool: Hex) => boolean,
): (nextBaseFeePerGas: bigint) => Terms {
  const { builderBidBps, tipPerGas, minProfit } = { ...defaults, ...options }
  const native = chains[chain].wrappedNative
  if (native === null) throw new NoNativeTokenError(chain)
  const listed = toListedTokens(chain)
  const isKnownPool = toIsKnownPool(options.book)
  const { isKnownToken = (token) => listed.has(token) } = options
  const graph = createPoolGraph()
  return (nextBaseFeePerGas) => ({
    native,
    graph,
    taxes,
    isKnownToken,
    minProfit,
    nextBaseFeePerGas,
    isKnownPool: (id) => isKnownPool(id) || isTried(id),
    cost: { gasPrice: nextBaseFeePerGas + tipPerGas, builderBidBps },
  })
}

/** Returns a function that checks whether a pool belongs to a known DEX. */
export function toIsKnownPool(book: MevPools): (id: Hex) => boolean {
  const dexes = new Set([...dexFactories, ...poolContracts].map(({ id }) => id))
  return (id) => dexes.has(book.snapshot().get(id)?.dex ?? '')
}

/** The chain has no wrapped native token. Profits are reported in that token. */
export class NoNativeTokenError extends OutriggerError {
  readonly code = 'NO_NATIVE_TOKEN'

  constructor(chain: string) {
    super(`${chain} has no wrapped native token, in which profits are counted. Choose another chain.`)
  }
}
