import type { ChainName, Clock, Events, ProviderPool, Store } from '@outrigger/core'
import { createEmitter, createPoolClient, type Leases, systemClock } from '@outrigger/core/internal'
import type { BundleParameters, PrivateTransactionParameters } from './bundle.ts'
import type { Cancellation } from './cancel.ts'
import { createJournal } from './journal.ts'
import { createLifecycle, isUnlucky } from './lifecycle.ts'
import { prepareBundle, preparePrivate } from './prepare.ts'
import type { BundleRecord } from './record.ts'
import { type RelaySetting, toRelays } from './relays/relay.ts'
import type { RelayProfile } from './relays/relayProfile.ts'
import { createSigner } from './signer.ts'
import { type BundleSimulationParameters, simulateBundle } from './simulate/simulateBundle.ts'
import type { BundleSimulation } from './simulate/simulation.ts'
import type { Cause } from './why/cause.ts'

export type BundlerOptions = {
  readonly pool: ProviderPool
  /** Where bundles are kept; what is pending in it is followed on from the start. */
  readonly store: Store
  /** Those for other chains are passed over. */
  readonly relays: readonly RelaySetting[]
  /** Private key that signs requests to relays; it needs no funds. @default one that is made and kept in the store */
  readonly signerKey?: string
  /** Those of a node that shares its store with others: what one has sent is followed by another once that one has died. */
  readonly leases?: Leases | undefined
  /** Blocks after which no reorganisation is expected. @default 64 */
  readonly confirmations?: number
  readonly clock?: Clock
}

export type BundlerEvents = {
  /** A record has changed: its status, or the reasons for it. */
  readonly status: BundleRecord
  /** A block could not be read, or the store not written; it is tried again with the next block. */
  readonly failure: unknown
}

/** Bundles and private transactions of one chain: sent, followed through the blocks, and explained. */
export type Bundler = Events<BundlerEvents> & {
  readonly relays: readonly RelayProfile[]
  /** Resolves once what was pending in the store has been held against the chain as it is now. */
  readonly ready: Promise<void>
  /** @throws {InvalidBundleError} @throws {CannotSimulateError} @throws {SimulationRefusedError} */
  simulateBundle(parameters: BundleSimulationParameters): Promise<BundleSimulation>
  /** Looks for what keeps it out of every block, and sends nothing. @throws {InvalidBundleError} @throws {UnknownRelayError} */
  checkBundle(parameters: BundleParameters): Promise<void>
  /**
   * Sends a bundle to its relays at once. One that has been sent for a block is not sent for it again.
   * @throws {InvalidBundleError} nothing was sent @throws {UnknownRelayError}
   */
  sendBundle(parameters: BundleParameters): Promise<BundleRecord>
  /** @throws {InvalidBundleError} nothing was sent @throws {UnknownRelayError} */
  sendPrivateTransaction(parameters: PrivateTransactionParameters): Promise<BundleRecord>
  /**
   * Returns a bundle by its hash, or a private transaction by its own.
   * @param account only if it belongs to this account. @default of any account, the operator's first
   */
  get(hash: string, account?: string): Promise<BundleRecord | undefined>
  /** Newest first. @default limit 100 */
  list(limit?: number): Promise<readonly BundleRecord[]>
  /** Asks the relays to forget it, and sends it for no further block. Undefined where it is not known. */
  cancel(hash: string, account?: string): Promise<Cancellation | undefined>
  /** Why it is not included; empty where it is, or still may be. Undefined where it is not known. */
  why(hash: string, account?: string): Promise<readonly Cause[] | undefined>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Bundles over relays and builders, with a verdict from the chain itself. Needs no account anywhere: the relays get signed
 * requests, the simulations run on the pool's own providers.
 *
 * @throws {InvalidRelayError}
 * @example
 * await using bundler = createBundler({ pool, store, relays: ['flashbots', 'titan'] })
 * const { hash } = await bundler.sendBundle({ transactions: [{ signed }], blocks: 3 })
 * bundler.on('status', ({ hash, status, causes }) => console.log(hash, status, causes))
 */
export function createBundler(options: BundlerOptions): Bundler {
  const { pool, store, confirmations = 64, clock = systemClock } = options
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
      return { cancelled: record.status === 'cancelled', message: `It is ${record.status} already.` }
    },
    async why(hash, account) {
      const record = await get(hash, account)
      if (record === undefined || !isUnlucky(record)) return record && []
      return record.causes ?? lifecycle.explain(record)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
