import { dexFactories, poolContracts } from '@outrigger/calldata'
import { type ChainName, chains, OutriggerError } from '@outrigger/core'
import { toListedTokens } from '@outrigger/core/internal'
import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import type { Terms } from '../detect/context.ts'
import { createPoolGraph } from '../search/poolGraph.ts'
import type { MevDetectorOptions } from './detectorTypes.ts'

export const defaults = {
  builderBidBps: 0,
  tipPerGas: 0n,
  minProfit: 10n ** 14n,
  simulationsPerBlock: 0,
  maxPending: 20_000,
}

/** Settings that decide which findings a detector reports. */
export type DetectorSettings = { readonly [name in keyof typeof defaults]: (typeof defaults)[name] }

/** Returns the settings with their defaults. */
export function toSettings(options: Partial<DetectorSettings>): DetectorSettings {
  const { builderBidBps, tipPerGas, minProfit, simulationsPerBlock, maxPending } = { ...defaults, ...options }
  return { builderBidBps, tipPerGas, minProfit, simulationsPerBlock, maxPending }
}

export type TermsParameters = Pick<MevDetectorOptions, 'builderBidBps' | 'tipPerGas' | 'minProfit'> &
  Pick<Terms, 'taxes' | 'isKnownToken' | 'isKnownPool'> & { readonly chain: ChainName }

/**
 * Returns a function that creates the terms of a chain from the next block's base fee.
 *
 * @throws {NoNativeTokenError}
 */
export function createTerms(parameters: TermsParameters): (nextBaseFeePerGas: bigint) => Terms {
  const { chain, taxes, isKnownToken, isKnownPool } = parameters
  const { builderBidBps, tipPerGas, minProfit } = { ...defaults, ...parameters }
  const native = chains[chain].wrappedNative
  if (native === null) throw new NoNativeTokenError(chain)
  const graph = createPoolGraph()
  return (nextBaseFeePerGas) => ({
    native,
    graph,
    taxes,
    isKnownToken,
    isKnownPool,
    minProfit,
    nextBaseFeePerGas,
    cost: { gasPrice: nextBaseFeePerGas + tipPerGas, builderBidBps },
  })
}

/** Returns a function that checks whether a token is in the chain's token list. */
export function toListed(chain: ChainName): (token: Address) => boolean {
  const listed = toListedTokens(chain)
  return (token) => listed.has(token)
}

/** Returns a function that checks whether a pool belongs to a known DEX. */
export function createIsKnownPool(find: (id: Hex) => PoolState | null): (id: Hex) => boolean {
  const dexes = new Set([...dexFactories, ...poolContracts].map(({ id }) => id))
  return (id) => dexes.has(find(id)?.dex ?? '')
}

/** The chain has no wrapped native token. Profits are reported in that token. */
export class NoNativeTokenError extends OutriggerError {
  readonly code = 'NO_NATIVE_TOKEN'

  constructor(chain: string) {
    super(`${chain} has no wrapped native token, in which profits are counted. Choose another chain.`)
  }
}
