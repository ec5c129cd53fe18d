import { dexFactories, poolContracts } from '@outrigger/calldata'
import { type ChainName, chains, OutriggerError } from '@outrigger/core'
import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import type { Terms } from '../detect/context.ts'

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

/** Returns the terms with the costs in the next block. */
export const toNextTerms = (terms: Terms, nextBaseFeePerGas: bigint, tipPerGas: bigint): Terms => ({
  ...terms,
  nextBaseFeePerGas,
  cost: { ...terms.cost, gasPrice: nextBaseFeePerGas + tipPerGas },
})

/** Returns a function that checks whether a pool belongs to a known DEX. */
export function createIsKnownPool(find: (id: Hex) => PoolState | null): (id: Hex) => boolean {
  const dexes = new Set([...dexFactories, ...poolContracts].map(({ id }) => id))
  return (id) => dexes.has(find(id)?.dex ?? '')
}

/** @throws {NoNativeTokenError} */
export function toNative(chain: ChainName): Address {
  const native = chains[chain].wrappedNative
  if (native === null) throw new NoNativeTokenError(chain)
  return native
}

/** The chain has no wrapped native token. Profits are reported in that token. */
export class NoNativeTokenError extends OutriggerError {
  readonly code = 'NO_NATIVE_TOKEN'

  constructor(chain: string) {
    super(`${chain} has no wrapped native token, in which profits are counted. Choose another chain.`)
  }
}
