import type { ChainName, Clock, Events } from '@outrigger/core'
import {
  type ChainOption,
  createEmitter,
  type PoolOption,
  systemClock,
  toChainName,
  toPool,
} from '@outrigger/core/internal'
import { type ChainGas, createChainGas } from './chainGas.ts'
import { ChainNotServedError } from './gasErrors.ts'
import type { GasPrice } from './gasPrice.ts'
import { type GetGasPriceOptions, gasTtlMs, toTarget } from './getGasPrice.ts'
import type { FeeHistory } from './history/createFeeHistory.ts'
import type { NextBlock } from './sources/gasReader.ts'

/** Settings of a gas oracle. Times are in ms. */
export type GasOracleOptions = {
  /** One pool per chain. Pools of chains without an EVM gas market are skipped. */
  readonly pools: readonly PoolOption[]
  /** @default 3000 */
  readonly ttlMs?: number
  /** Longest wait of `get` when nothing is cached. @default 1500 */
  readonly coldTimeoutMs?: number
  /** Whether to read the nodes' pending blocks as well, if they respond quickly. @default true */
  readonly pendingPool?: boolean
  /**
   * Returns the transactions that a mempool watcher expects in the next block, or null if unknown. Used instead of the
   * nodes' pending blocks, which many providers do not serve.
   */
  readonly nextBlock?: NextBlock
  /** Stores the fees of the blocks that the oracle reads, without additional calls. */
  readonly history?: FeeHistory
  readonly clock?: Clock
  /** Closes the oracle when aborted. */
  readonly signal?: AbortSignal
}

export type GasOracleEvents = {
  /** A new block was read, or the same block from another source. */
  readonly update: GasPrice
  /** A read failed. The oracle still serves the last value. */
  readonly failure: { readonly chain: string; readonly error: unknown }
  /** The first read after a failure succeeded. */
  readonly recovery: { readonly chain: string; readonly source: GasPrice['source']; readonly outageMs: number }
}

type Asked = Pick<GetGasPriceOptions, 'within' | 'confidence'>

/** Gas prices of several chains, kept fresh until closed. */
export type GasOracle = Events<GasOracleEvents> & {
  readonly chains: readonly ChainName[]
  /**
   * Returns the cached price, or reads the price if none is cached. If providers fail or hang, it returns the last
   * value without delay, with `stale: true` and source `cache`.
   * @param asked deadline and probability to quote as `inclusion.asked`, without additional reads
   * @throws {ChainNotServedError}
   * @throws {GasModelError} the deadline or the probability is out of range
   * @throws {GasUnavailableError} nothing is cached and no provider answers
   */
  get(chain: ChainOption, asked?: Asked): Promise<GasPrice>
  /** Returns the cached price without I/O. */
  peek(chain: ChainOption): GasPrice | undefined
  /** Drops the price of one chain, or of all chains. Returns the chains that had a price. @throws {ChainNotServedError} */
  clear(chain?: ChainOption): readonly string[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Keeps the gas prices of the pools' chains fresh and serves them from memory in microseconds, even while all providers
 * fail.
 *
 * @example
 * await using oracle = createGasOracle({ pools: [createProviderPool({ chain: 'ethereum', endpoints })] })
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
  const served = new Map<ChainName, ChainGas>()

  for (const pool of pools.map(toPool)) {
    const chain = toChainName(pool.chain)
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

  const find = (chain: ChainOption) => served.get(toChainName(chain))
  const notServed = (chain: ChainOption) => new ChainNotServedError(toChainName(chain), [...served.keys()])
  const requireGas = (chain: ChainOption): ChainGas => {
    const gas = find(chain)
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
    // Not async, so that it returns the cached promise itself.
    get(chain, asked) {
      const gas = find(chain)
      if (gas === undefined) return Promise.reject(notServed(chain))
      return asked === undefined ? gas.get() : getAsked(gas, asked)
    },
    peek: (chain) => find(chain)?.peek(),
    clear: (chain) =>
      (chain === undefined ? [...served] : [[toChainName(chain), requireGas(chain)] as const])
        .filter(([, gas]) => gas.clear())
        .map(([name]) => name),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function getAsked(gas: ChainGas, asked: Asked): Promise<GasPrice> {
  const target = toTarget(asked)
  return target === undefined ? gas.get() : gas.getFor(target)
}
