import { type ChainName, type ProviderPool, sleep } from '@outrigger/core'
import { InvalidChainError, toNotConfigured, UpstreamUnavailableError } from './chainErrors.ts'
import { NodeClosedError } from './nodeErrors.ts'
import type { Pools } from './providers.ts'
import type { WatchSetting } from './watchSetting.ts'

/** One watcher per chain, opened at startup or at the first request for it. */
export type PerChain<watcher> = {
  /**
   * Returns the watcher of a chain.
   * @throws {InvalidChainError} watching is not supported on the chain
   * @throws {UpstreamUnavailableError} it has no provider, or watching is disabled
   * @throws {NodeClosedError}
   */
  get(chain: string): watcher
  /** Returns the watcher of a chain, after waiting briefly for its first data. */
  getReady(chain: string): Promise<watcher>
  /** Lists the open watchers. */
  opened(): readonly watcher[]
  close(): Promise<void>
}

type Parts<watcher> = {
  readonly supported: readonly ChainName[]
  readonly pools: Pools
  readonly setting: WatchSetting
  /** The error message if the setting is false. */
  readonly off: string
  /** The signal aborts when the node closes. */
  readonly open: (pool: ProviderPool, signal: AbortSignal) => watcher
  /** How long the first callers wait until the watcher is ready. */
  readonly patienceMs: number
  readonly isReady: (watcher: watcher) => boolean
}

const lookMs = 20

export function createPerChain<watcher extends { close(): Promise<void> }>({
  supported,
  pools,
  setting,
  off,
  open,
  patienceMs,
  isReady,
}: Parts<watcher>): PerChain<watcher> {
  const opened = new Map<string, { readonly watcher: watcher; readonly ready: Promise<void> }>()
  const control = new AbortController()

  function find(chain: string) {
    const known = opened.get(chain)
    if (known !== undefined) return known
    const pool = requirePool(pools, chain, supported)
    if (control.signal.aborted) throw new NodeClosedError()
    if (setting === false) throw new UpstreamUnavailableError(chain, off)
    const watcher = open(pool, control.signal)
    const one = { watcher, ready: waitFor(watcher) }
    opened.set(chain, one)
    return one
  }

  async function waitFor(watcher: watcher): Promise<void> {
    for (let waitedMs = 0; waitedMs < patienceMs && !isReady(watcher); waitedMs += lookMs)
      await sleep(lookMs, control.signal)
  }

  if (setting === 'atStart') for (const chain of supported) if (pools[chain]) find(chain)

  return {
    get: (chain) => find(chain).watcher,
    async getReady(chain) {
      const { watcher, ready } = find(chain)
      await ready
      return watcher
    },
    opened: () => [...opened.values()].map(({ watcher }) => watcher),
    async close() {
      control.abort()
      await Promise.all([...opened.values()].map(({ watcher }) => watcher.close()))
    },
  }
}

/**
 * Returns the providers of a chain.
 * @throws {InvalidChainError} it is not one of the supported chains @throws {UpstreamUnavailableError} it has no provider
 */
export function requirePool<pool = ProviderPool>(
  pools: { readonly [chain in ChainName]?: pool },
  chain: string,
  supported: readonly ChainName[],
): pool {
  const name = supported.find((one) => one === chain)
  if (name === undefined) throw new InvalidChainError(chain, supported, pools)
  const pool = pools[name]
  if (pool === undefined) throw toNotConfigured(chain)
  return pool
}
