import type { Clock, Events, ProviderPool } from '@outrigger/core'
import { createEmitter, systemClock } from '@outrigger/core/internal'
import { type ChainGas, createChainGas } from './chainGas.ts'
import { ChainNotServedError } from './gasErrors.ts'
import type { GasPrice } from './gasPrice.ts'
import { gasTtlMs } from './getGasPrice.ts'
import type { FeeHistory } from './history/createFeeHistory.ts'
import type { NextBlock } from './sources/gasReader.ts'

/** Settings of a gas oracle. Times are in ms. */
export type GasOracleOptions = {
  /** One pool a chain; pools of chains without an EVM gas market are passed over. */
  readonly pools: readonly ProviderPool[]
  /** @default 3000 */
  readonly ttlMs?: number
  /** Longest wait of a reader when nothing is cached. @default 1500 */
  readonly coldTimeoutMs?: number
  /** Also weigh the nodes' pending blocks where they are served quickly. @default true */
  readonly pendingPool?: boolean
  /**
   * What waits for the block after one, as a mempool watcher sees it; null where nobody knows. Used in place of the nodes'
   * pending blocks, which many providers do not serve.
   */
  readonly nextBlock?: NextBlock
  /** Keeps the fees of the blocks that are read, without a call more. */
  readonly history?: FeeHistory
  readonly clock?: Clock
  /** Closes the oracle when aborted. */
  readonly signal?: AbortSignal
}

export type GasOracleEvents = {
  /** A new block, or the same from another source. */
  readonly update: GasPrice
  /** A read failed; the last value goes on being served. */
  readonly failure: { readonly chain: string; readonly error: unknown }
  /** The first good read after a failure. */
  readonly recovery: { readonly chain: string; readonly source: GasPrice['source']; readonly outageMs: number }
}

/** Gas prices of several chains, kept warm until closed. */
export type GasOracle = Events<GasOracleEvents> & {
  readonly chains: readonly string[]
  /**
   * The price as cached, or read when there is none. Providers that fail or hang do not slow it down: then it is the
   * last value, `stale`, source `cache`.
   * @throws {ChainNotServedError}
   * @throws {GasUnavailableError} nothing is cached and nobody answers
   */
  get(chain: string): Promise<GasPrice>
  /** The price as cached; synchronous, never I/O. */
  peek(chain: string): GasPrice | undefined
  /** Forgets one chain or all; returns the chains that had a price. @throws {ChainNotServedError} */
  clear(chain?: string): readonly string[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Keeps the gas prices of the pools' chains up to date and serves them from memory in microseconds, also while all
 * providers fail.
 *
 * @example
 * await using oracle = createGasOracle({ pools: [createProviderPool({ chain: chains.ethereum, endpoints })] })
 * const { tiers, stale } = await oracle.get('ethereum')
 * oracle.on('update', ({ chain, tiers }) => bot.reprice(chain, tiers.fast))
 */
export function createGasOracle(options: GasOracleOptions): GasOracle {
  const {
    pools,
    ttlMs = gasTtlMs,
    coldTimeoutMs = 1500,
    pendingPool = true,
    clock = systemClock,
    signal,
    history,
    nextBlock,
  } = options
  const events = createEmitter<GasOracleEvents>()
  const served = new Map<string, ChainGas>()

  for (const pool of pools) {
    const chain = pool.chain.name
    if (pool.chain.feeModel.kind === 'native') continue
    let last: GasPrice | undefined
    let failingSinceMs: number | undefined
    const onRead = (price: GasPrice) => {
      if (failingSinceMs !== undefined)
        events.emit('recovery', { chain, source: price.source, outageMs: Math.max(0, clock.now() - failingSinceMs) })
      failingSinceMs = undefined
      if (price.blockNumber !== last?.blockNumber || price.source !== last.source) events.emit('update', price)
      last = price
    }
    const onFailure = (error: unknown) => {
      failingSinceMs ??= clock.now()
      events.emit('failure', { chain, error })
    }
    const settings = { ttlMs, coldTimeoutMs, pendingPool, clock, history, nextBlock }
    served.set(chain, createChainGas(pool, { ...settings, onRead, onFailure }))
  }

  const notServed = (chain: string) => new ChainNotServedError(chain, [...served.keys()])
  const gasOf = (chain: string): ChainGas => {
    const gas = served.get(chain)
    if (gas === undefined) throw notServed(chain)
    return gas
  }
  const close = async () => {
    signal?.removeEventListener('abort', close)
    for (const gas of served.values()) gas.close()
    events.clear()
  }
  if (signal?.aborted) void close()
  else signal?.addEventListener('abort', close, { once: true })

  return {
    on: events.on,
    chains: [...served.keys()],
    // Not async: the cached promise is handed out as it is.
    get: (chain) => served.get(chain)?.get() ?? Promise.reject(notServed(chain)),
    peek: (chain) => served.get(chain)?.peek(),
    clear: (chain) =>
      (chain === undefined ? [...served] : [[chain, gasOf(chain)] as const])
        .filter(([, gas]) => gas.clear())
        .map(([name]) => name),
    close,
    [Symbol.asyncDispose]: close,
  }
}
