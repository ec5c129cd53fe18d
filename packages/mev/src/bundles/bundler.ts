import type { ChainName, Clock, Events, Store } from '@outrigger/core'
import {
  createEmitter,
  createPoolClient,
  type Leases,
  type PoolOption,
  systemClock,
  toPool,
} from '@outrigger/core/internal'
import type { BundleParameters, PrivateTransactionParameters } from './bundle.ts'
import type { Cancellation } from './cancel.ts'
import { createJournal } from './journal.ts'
import { createLifecycle, isNotIncluded } from './lifecycle.ts'
import { prepareBundle, preparePrivate } from './prepare.ts'
import type { BundleRecord } from './record.ts'
import { type RelaySetting, toRelays } from './relays/relay.ts'
import type { RelayProfile } from './relays/relayProfile.ts'
import { createSigner } from './signer.ts'
import { type BundleSimulationParameters, simulateBundle } from './simulate/simulateBundle.ts'
import type { BundleSimulation } from './simulate/simulation.ts'
import type { Cause } from './why/cause.ts'

export type BundlerOptions = {
  readonly pool: PoolOption
  /** Stores bundles. Pending bundles in the store are followed from the start. */
  readonly store: Store
  /** Relays. Entries for other chains are ignored. */
  readonly relays: readonly RelaySetting[]
  /** Private key that signs requests to relays. The key needs no funds. @default a generated key that is kept in the store */
  readonly signerKey?: string
  /** Leases of a node that shares its store with other nodes. If a node dies, another node follows its bundles. */
  readonly leases?: Leases | undefined
  /** Blocks after which a reorg is not expected. @default 64 */
  readonly confirmations?: number
  readonly clock?: Clock
}

export type BundlerEvents = {
  /** The status of a record or its causes changed. */
  readonly status: BundleRecord
  /** Reading a block or writing the store failed. The bundler retries with the next block. */
  readonly failure: unknown
}

/** Sends bundles and private transactions on one chain, follows them through the blocks and explains failures. */
export type Bundler = Events<BundlerEvents> & {
  readonly relays: readonly RelayProfile[]
  /** Resolves after the pending bundles in the store were checked against the current chain. */
  readonly ready: Promise<void>
  /** @throws {InvalidBundleError} @throws {CannotSimulateError} @throws {SimulationRefusedError} */
  simulateBundle(parameters: BundleSimulationParameters): Promise<BundleSimulation>
  /**
   * Reports conflicts that prevent inclusion in any block. Sends nothing. @throws
   * {InvalidBundleError} @throws {UnknownRelayError}
   */
  checkBundle(parameters: BundleParameters): Promise<void>
  /**
   * Sends a bundle to its relays immediately. A bundle is sent only once per relay and block.
   * @throws {InvalidBundleError} nothing was sent
   * @throws {UnknownRelayError} nothing was sent
   */
  sendBundle(parameters: BundleParameters): Promise<BundleRecord>
  /** @throws {InvalidBundleError} nothing was sent @throws {UnknownRelayError} nothing was sent */
  sendPrivateTransaction(parameters: PrivateTransactionParameters): Promise<BundleRecord>
  /**
   * Returns a bundle by its bundle hash, or a private transaction by its transaction hash.
   * @param account returns only records of this account. @default any account, the operator first
   */
  get(hash: string, account?: string): Promise<BundleRecord | undefined>
  /** Returns the newest records first. @default limit 100 */
  list(limit?: number): Promise<readonly BundleRecord[]>
  /** Requests cancellation from the relays and stops sending the bundle. Returns undefined for an unknown hash. */
  cancel(hash: string, account?: string): Promise<Cancellation | undefined>
  /** Explains why a bundle was not included. Empty while inclusion is possible or confirmed. Undefined for an unknown hash. */
  why(hash: string, account?: string): Promise<readonly Cause[] | undefined>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Creates a bundler that submits to relays and builders and verifies inclusion on the chain. No relay account is needed: requests
 * to relays are signed, and simulations run on the pool's own providers.
 *
 * @throws {InvalidRelayError}
 * @example
 * await using bundler = createBundler({ pool, store, relays: ['flashbots', 'titan'] })
 * const { hash } = await bundler.sendBundle({ transactions: [{ signed }], blocks: 3 })
 * bundler.on('status', ({ hash, status, causes }) => console.log(hash, status, causes))
 */
export function createBundler(options: BundlerOptions): Bundler {
  const { store, confirmations = 64, clock = systemClock } = options
  const pool = toPool(options.pool)
  const client = createPoolClient(pool)
  const chain = pool.chain.name as ChainName
  const chainId = pool.chain.viemChain?.id ?? 0
  const signer = createSigner(store, options.signerKey)
  const relays = toRelays(options.relays, { chain, signer, clock })
  const journal = createJournal(store, chain)
  const events = createEmitter<BundlerEvents>()
  const onChange = (record: BundleRecord) => events.emit('status', record)
  const onError = (error: unknown) => events.emit('failure', error)
  const parts = { pool, client, chain, chainId, profile: pool.chain, journal, relays, clock }
  const lifecycle = createLifecycle({ ...parts, leases: options.leases, confirmations, onChange, onError })
  const ready = lifecycle.resume().catch(onError)
  const now = () => ({ ...parts, nowMs: clock.now() })

  async function get(hash: string, account?: string): Promise<BundleRecord | undefined> {
    const found = await journal.find(hash)
    if (account !== undefined) return found.find((record) => record.account === account)
    return found.find((record) => (record.account ?? null) === null) ?? found[0]
  }
  async function close() {
    await lifecycle.close()
    await ready
    events.clear()
  }
  return {
    on: events.on,
    relays: relays.map(({ profile }) => profile),
    ready,
    simulateBundle: (parameters) => simulateBundle(client, parameters),
    checkBundle: async (parameters) => void (await prepareBundle(parameters, now())),
    sendBundle: async (parameters) => lifecycle.send(await prepareBundle(parameters, now())),
    sendPrivateTransaction: async (parameters) => lifecycle.send(await preparePrivate(parameters, now())),
    get,
    list: (limit = 100) => journal.list(limit),
    async cancel(hash, account) {
      const record = await get(hash, account)
      if (record === undefined || record.status === 'pending') return record && lifecycle.cancel(record)
      return { cancelled: record.status === 'cancelled', message: `The bundle is already ${record.status}.` }
    },
    async why(hash, account) {
      const record = await get(hash, account)
      if (record === undefined || !isNotIncluded(record)) return record && []
      return record.causes ?? lifecycle.explain(record)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
