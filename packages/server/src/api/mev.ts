import type { Arguments } from '@outrigger/api/contract'
import { type Bundler, type BundleSimulation, CannotSimulateError, type PrivacyHint } from '@outrigger/mev/bundles'
import type { Hex } from 'viem'
import type { KeyLimits } from '../access/limits/keyLimits.ts'
import { toAccount } from '../access/owner.ts'
import { ServiceError } from '../errors/serviceError.ts'
import type { Bundles } from '../node/bundles.ts'
import { toChainName } from '../node/chainName.ts'
import { orUnavailable } from '../node/orUnavailable.ts'
import type { Pools } from '../node/providers.ts'
import type { Api, Caller } from './fulfilment.ts'
import { requireSuccess, toBundleError, UnknownBundleError } from './mevErrors.ts'
import { toWireBundle, toWirePrivate, toWireSimulation, toWireSubmitted } from './mevWire.ts'

export type MevApiParts = {
  readonly bundles: Bundles
  readonly pools: Pools
  readonly keyLimits: Pick<KeyLimits, 'takeRequest'>
}

type MevApi = Pick<Api, 'mevSubmit' | 'mevSimulate' | 'mevBundle' | 'mevCancel' | 'mevPrivate'>

class NoRelaysError extends ServiceError {
  readonly code = 'NOT_AVAILABLE'
  constructor(chain: string) {
    super(
      `Bundles on ${chain} are not enabled on this node. Set mev.relays in its configuration to relays of the chain, or OUTRIGGER_MEV_RELAYS.`,
    )
  }
}

/** Handles bundles and private transactions, if relays are configured. */
export function createMevApi({ bundles, pools, keyLimits }: MevApiParts): MevApi {
  /** Runs a request within the caller's rate, with the parts it needs. @throws {NoRelaysError} */
  async function ask<value>(
    asked: {
      readonly chain: string
      readonly isPrivate?: boolean
      readonly limit?: 'mevSimulations' | 'mevSubmissions'
    },
    { key }: Caller,
    work: (bundler: Bundler) => Promise<value>,
  ): Promise<value> {
    const chain = toChainName(asked.chain)
    const bundler = bundles.get(chain)
    if (bundler === null) throw new NoRelaysError(chain)
    if (key !== null && asked.limit !== undefined) keyLimits.takeRequest(key, asked.limit)
    const failed = (error: unknown) => {
      throw toBundleError(error, asked.isPrivate ?? false)
    }
    return orUnavailable(chain, () => work(bundler).catch(failed), pools[chain as keyof Pools])
  }

  return {
    mevSubmit: ({ chain, simulate, ...args }, caller) =>
      ask({ chain, limit: 'mevSubmissions' }, caller, async (bundler) => {
        const parameters = { ...toParameters(args), account: toAccount(caller.key) }
        if (simulate === false) return toWireSubmitted(await bundler.sendBundle(parameters), null)
        await bundler.checkBundle(parameters)
        const simulation = await simulateFirst(bundler, parameters, simulate === true)
        return toWireSubmitted(await bundler.sendBundle(parameters), simulation)
      }),
    mevSimulate: ({ chain, transactions, block_number, state_block_number }, caller) =>
      ask({ chain, limit: 'mevSimulations' }, caller, async (bundler) =>
        toWireSimulation(
          await bundler.simulateBundle({
            transactions: toTransactions(transactions),
            blockNumber: toBlock(block_number),
            stateBlockNumber: toBlock(state_block_number),
          }),
        ),
      ),
    mevBundle: ({ chain, bundle_hash }, caller) =>
      ask({ chain }, caller, async (bundler) => {
        const account = toAccount(caller.key) ?? undefined
        const record = await bundler.get(bundle_hash, account)
        if (record === undefined) throw new UnknownBundleError(bundle_hash)
        // The state of the bundle is known even if the reasons cannot be read.
        const causes = await bundler.why(bundle_hash, account).catch(() => null)
        return toWireBundle({ ...record, causes: causes ?? null })
      }),
    mevCancel: ({ chain, bundle_hash }, caller) =>
      ask({ chain }, caller, async (bundler) => {
        const cancellation = await bundler.cancel(bundle_hash, toAccount(caller.key) ?? undefined)
        if (cancellation === undefined) throw new UnknownBundleError(bundle_hash)
        const { cancelled, message } = cancellation
        return { bundle_hash, cancelled, message }
      }),
    mevPrivate: ({ chain, signed_tx, max_block_number, hints = [] }, caller) =>
      ask({ chain, isPrivate: true, limit: 'mevSubmissions' }, caller, async (bundler) =>
        toWirePrivate(
          await bundler.sendPrivateTransaction({
            signed: signed_tx as Hex,
            account: toAccount(caller.key),
            maxBlock: toBlock(max_block_number),
            hints: [...new Set(hints.flatMap((hint) => reported[hint] ?? []))],
          }),
        ),
      ),
  }
}

/** The details of a transaction that relays may reveal, by the names of the API. */
const reported: { readonly [hint: string]: readonly PrivacyHint[] } = {
  none: [],
  calldata: ['calldata', 'contract_address', 'function_selector'],
  logs: ['logs'],
  all: ['hash', 'calldata', 'contract_address', 'function_selector', 'logs'],
}

type Submitted = Omit<Arguments<'mevSubmit'>, 'chain' | 'simulate'>
type Transactions = Submitted['transactions']

const toBlock = (block: number | null | undefined): bigint | null => (block == null ? null : BigInt(block))
const toTransactions = (transactions: Transactions, all = false) =>
  transactions.map(({ signed_tx, can_revert = false }) => ({ signed: signed_tx as Hex, canRevert: all || can_revert }))

function toParameters({ transactions, target_block, relay, blocks, revert_on_fail = true, ...times }: Submitted) {
  const { min_timestamp: min = 0, max_timestamp: max = 0 } = times
  return {
    transactions: toTransactions(transactions, !revert_on_fail),
    targetBlock: toBlock(target_block),
    ...(min > 0 && { minTimestamp: min }),
    ...(max > 0 && { maxTimestamp: max }),
    ...(relay && { relays: relay.split(',').map((name) => name.trim()) }),
    ...(blocks !== undefined && { blocks }),
  }
}

/**
 * Simulates a bundle. Null if the provider cannot simulate, unless the caller requires a simulation.
 * @throws {InvalidBundleError} it reverts
 */
async function simulateFirst(
  bundler: Bundler,
  { transactions, targetBlock, minTimestamp }: ReturnType<typeof toParameters>,
  isRequired: boolean,
): Promise<BundleSimulation | null> {
  const times = minTimestamp === undefined ? {} : { minTimestamp }
  const simulation = await bundler
    .simulateBundle({ transactions, blockNumber: targetBlock, ...times })
    .catch((error: unknown) => {
      if (error instanceof CannotSimulateError && !isRequired) return null
      throw error
    })
  requireSuccess(simulation, transactions)
  return simulation
}
