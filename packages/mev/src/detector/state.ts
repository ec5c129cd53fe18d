import type { ChainName } from '@outrigger/core'
import { createBoundedMap, toListedTokens } from '@outrigger/core/internal'
import type { PoolSnapshot as BookSnapshot } from '@outrigger/defi/dex'
import type { Hex } from 'viem'
import type { Terms } from '../detect/context.ts'
import type { Finding } from '../finding.ts'
import { createPoolGraph } from '../search/poolGraph.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { type BlockAges, createBlockAges } from './blockAge.ts'
import { type CopiedCalls, createCopiedCalls } from './copiedCalls.ts'
import type { MevDetectorOptions } from './detectorTypes.ts'
import { createFindingLog, type FindingLog } from './findingLog.ts'
import { createLiquidations, type Liquidations } from './knownLiquidations.ts'
import { createMeasuredTaxes, type MeasuredTaxes } from './measuredTaxes.ts'
import { createPaidSwaps, type PaidSwaps } from './paidSwaps.ts'
import { createPendingPools, type PendingPools } from './pendingPools.ts'
import { createSimulatedEffects, type SimulatedEffects } from './simulatedEffects.ts'
import { createIsKnownPool, toNative, toSettings } from './toTerms.ts'
import { createTrialOutcomes, type TrialOutcomes } from './trial.ts'

/**
 * Everything that the detector knows. Only `step` changes it, in place: copying the index of 20,000 pending transactions for each
 * event would cost more than the evaluation.
 */
export type DetectorState = {
  readonly maxPending: number
  /** False if no simulation may run. All findings are then reported as computed. */
  readonly simulates: boolean
  /** Pools after the latest block. */
  pools: BookSnapshot
  /**
   * Pools on which pending transactions are played. They are those of `pools` once the watcher has also processed the block, or is
   * late by two seconds.
   */
  settledPools: PoolSnapshot
  terms: Terms
  /** Priority fee of the searcher's transactions, in wei per gas. */
  readonly tipPerGas: bigint
  /** Returns whether the factory of a pool, and therefore its code, is known. */
  readonly isKnownPool: (id: Hex) => boolean
  readonly findings: FindingLog
  /** The pending transactions by the pools that they change. */
  readonly pending: PendingPools
  /** Results of pending transactions on `settledPools`. */
  readonly answers: Map<Hex, readonly Finding[]>
  /** Transactions whose result may change although their pools do not: unknown pools, or findings that wait for a simulation. */
  readonly toReview: ReturnType<typeof createBoundedMap<Hex, true>>
  /** Pools that have changed since the pending transactions were last queued for a review. */
  readonly changedPools: Set<Hex>
  readonly ages: BlockAges
  readonly taxes: MeasuredTaxes
  readonly outcomes: TrialOutcomes
  readonly paidSwaps: PaidSwaps
  /** Effects of pending transactions on pools, by simulation. */
  readonly simulated: SimulatedEffects
  readonly copies: CopiedCalls
  readonly liquidations: Liquidations
}

const maxFindings = 10_000
const maxToReview = 4_000

/**
 * Creates the state on the pools of a book.
 *
 * @throws {NoNativeTokenError}
 */
export function createState(
  options: Omit<MevDetectorOptions, 'pool' | 'watcher' | 'book' | 'scanner' | 'signal'>,
  chain: ChainName,
  pools: BookSnapshot,
  nextBaseFeePerGas: bigint,
): DetectorState {
  const { maxPending, simulationsPerBlock, tipPerGas, builderBidBps, minProfit } = toSettings(options)
  const listed = toListedTokens(chain)
  const { isKnownToken = (token) => listed.has(token) } = options
  const ages = createBlockAges(() => state.pools.block)
  const taxes = createMeasuredTaxes({ known: options.taxes, isKnownToken, ages })
  const paidSwaps = createPaidSwaps(ages)
  const isKnownPool = createIsKnownPool((id) => state.pools.get(id))
  const terms: Terms = {
    native: toNative(chain),
    graph: createPoolGraph(pools.values()),
    taxes,
    isKnownToken,
    isKnownPool: (id) => isKnownPool(id) || paidSwaps.has(id),
    minProfit,
    nextBaseFeePerGas,
    cost: { gasPrice: nextBaseFeePerGas + tipPerGas, builderBidBps },
  }
  const state: DetectorState = {
    maxPending,
    simulates: simulationsPerBlock > 0,
    pools,
    settledPools: pools,
    terms,
    tipPerGas,
    isKnownPool,
    findings: createFindingLog(maxFindings),
    pending: createPendingPools(maxPending),
    answers: new Map(),
    toReview: createBoundedMap<Hex, true>(maxToReview),
    changedPools: new Set(),
    ages,
    taxes,
    outcomes: createTrialOutcomes(ages),
    paidSwaps,
    simulated: createSimulatedEffects(),
    copies: createCopiedCalls(),
    liquidations: createLiquidations(),
  }
  return state
}
