import { lendingChains, mempoolChains } from '@outrigger/api/contract'
import { toOracleUpdates } from '@outrigger/calldata'
import { type Store, type Unwatch, withAgreement } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import {
  createLiquidationScanner,
  getPositionHealth,
  type LendingProtocol,
  type LiquidationScanner,
  type PositionHealth,
} from '@outrigger/defi'
import type { MarketMemory } from '@outrigger/defi/internal'
import { getProtocolTvl, type ProtocolTvl } from '@outrigger/defi/market'
import type { MempoolWatcher } from '@outrigger/mempool'
import type { GasOracle } from '@outrigger/oracle'
import type { Logger } from 'pino'
import type { PublicClient } from 'viem'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { InvalidChainError } from './chainErrors.ts'
import { toEvmAddress } from './evmAddress.ts'
import type { Mempools } from './mempools.ts'
import { orUnavailable } from './orUnavailable.ts'
import { createPerChain, type PerChain, requirePool } from './perChain.ts'
import type { Pools } from './providers.ts'
import type { WatchSetting } from './watchSetting.ts'

/** The lending protocols of a node's chains, and for each chain a scanner of all their positions. */
export type Lending = PerChain<LiquidationScanner> & {
  /** Opens the scanner of a chain, if the chain has lenders and the setting allows it. */
  start(chain: string): void
  /**
   * Returns the protocols of a chain, or only those with these ids. `field` is the parameter that named them.
   * @throws {InvalidChainError}
   * @throws {InvalidParameterError} a protocol is not on the chain
   */
  protocols(chain: string, ids?: readonly string[], field?: string): readonly LendingProtocol[]
  /**
   * Reads the positions of an address at the latest block. Needs no scanner.
   * @throws {InvalidChainError}
   * @throws {InvalidAddressError}
   * @throws {InvalidParameterError}
   * @throws {UpstreamUnavailableError} no provider, or none of the protocols could be read
   */
  getHealth(chain: string, address: string, protocol?: string): Promise<PositionHealth>
  /**
   * Reads the value locked in a protocol's contracts at the latest block. Needs no scanner.
   * @throws {InvalidChainError}
   * @throws {InvalidParameterError}
   * @throws {UpstreamUnavailableError} no provider, or the protocol could not be read
   */
  getTvl(chain: string, protocol: string): Promise<ProtocolTvl>
}

type Parts = {
  readonly pools: Pools
  readonly store: Store
  readonly mempools: Mempools
  readonly gas: GasOracle
  readonly logger: Logger
  readonly setting: WatchSetting
  /** The protocols that the node knows. */
  readonly registry: readonly LendingProtocol[]
  /** How many endpoints must agree. */
  readonly agreement: number
  /** Called when a scanner is opened. */
  readonly onOpen: (chain: string, scanner: LiquidationScanner) => void
  /** Whether pending oracle updates are evaluated. */
  readonly anticipate: boolean
}

// Long enough for the books of a devnet. On a real chain the answer reports their progress.
const patienceMs = 3_500

export function createLending(parts: Parts): Lending {
  const { store, mempools, gas, logger, setting, registry, agreement, anticipate, onOpen } = parts
  const pools: Pools = Object.fromEntries(
    lendingChains.flatMap((chain) => {
      const pool = parts.pools[chain]
      return pool === undefined ? [] : [[chain, agreement > 1 ? withAgreement(pool, agreement) : pool]]
    }),
  )
  const ready = new WeakSet<LiquidationScanner>()
  const memories = new Map<string, MarketMemory>()
  const scanners = createPerChain({
    supported: lendingChains,
    pools,
    setting,
    off: 'This node keeps no books of borrowers. Set lending to "onUse" in its configuration.',
    open(pool, signal) {
      const { name } = pool.chain
      const scanner = createLiquidationScanner({ pool, store, protocols: protocols(name), gas })
      scanner.ready.then(() => ready.add(scanner)).catch(() => {})
      onOpen(name, scanner)
      const steps = new Map<string, string>()
      scanner.on('book', (book) => {
        const step = `${book.state} ${Math.floor(book.progress * 10)}`
        if (steps.get(book.protocol) === step) return
        steps.set(book.protocol, step)
        logger[book.state === 'failed' ? 'warn' : 'info']({ chain: name, ...book }, 'book of borrowers')
      })
      if (anticipate && mempoolChains.some((chain) => chain === name))
        signal.addEventListener('abort', anticipateUpdates(scanner, mempools.get(name), logger))
      return scanner
    },
    patienceMs,
    isReady: (scanner) => ready.has(scanner),
  })

  function protocols(chain: string, ids?: readonly string[], field = 'query.protocol'): readonly LendingProtocol[] {
    const name = lendingChains.find((one) => one === chain)
    if (name === undefined) throw new InvalidChainError(chain, lendingChains, pools)
    const there = registry.filter(({ deployments }) => (deployments[name] ?? []).length > 0)
    const missing = ids?.filter((id) => !there.some((protocol) => protocol.id === id)) ?? []
    if (missing.length > 0) {
      const known = there.map(({ id }) => id).join(', ') || 'none of this node'
      const message = `must be one of ${known}: ${missing.join(', ')} is not on ${chain}`
      throw new InvalidParameterError([{ path: field, message }])
    }
    return ids === undefined ? there : there.filter(({ id }) => ids.includes(id))
  }

  function ask<answer>(chain: string, read: (client: PublicClient, memory: MarketMemory) => Promise<answer>) {
    const pool = requirePool(pools, chain, lendingChains)
    const memory = memories.get(chain) ?? new Map()
    memories.set(chain, memory)
    return orUnavailable(chain, () => read(createPoolClient(pool), memory), pool)
  }

  return {
    ...scanners,
    start(chain) {
      if (setting !== false && pools[chain as keyof Pools] !== undefined) scanners.get(chain)
    },
    protocols,
    async getHealth(chain, text, protocol) {
      const asked = protocols(chain, protocol === undefined ? undefined : [protocol])
      const address = toEvmAddress(text)
      return ask(chain, (client, memory) => getPositionHealth(client, { address, protocols: asked, memory }))
    },
    async getTvl(chain, protocol) {
      protocols(chain, [protocol])
      return ask(chain, (client, memory) => getProtocolTvl(client, { protocol, protocols: registry, memory }))
    },
  }
}

/** Passes the prices of pending oracle updates to the scanner. */
function anticipateUpdates(scanner: LiquidationScanner, watcher: MempoolWatcher, logger: Logger): Unwatch {
  return watcher.on('transaction', ({ transaction: { hash }, classification: { actions } }) => {
    const updates = toOracleUpdates(actions)
    if (updates.length === 0) return
    // Anyone can send an invalid update. It is logged, and the scanner continues.
    scanner.anticipate(updates, hash).catch((err: Error) => logger.warn({ err, hash }, 'pending oracle update'))
  })
}
