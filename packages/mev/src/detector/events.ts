import type { LendingProtocol, Opportunity } from '@outrigger/defi'
import type { PoolBookUpdate } from '@outrigger/defi/dex'
import type { MempoolTransaction, MevOpportunity } from '@outrigger/mempool'
import type { Address, Hex } from 'viem'
import type { CopiedCall } from '../detect/context.ts'
import type { Finding } from '../finding.ts'
import type { EmittedLogs } from '../simulate/getEmittedLogs.ts'
import type { SwapTrial } from '../simulate/getSwapTrial.ts'
import type { TokenTax } from '../sizing/tokenTaxes.ts'
import type { GoneReason, MevPools } from './detectorTypes.ts'
import type { Trial } from './trial.ts'
import type { Waiter } from './waitingList.ts'

/** A pending transaction. `isQueued` is true if an earlier nonce of its sender is missing. */
export type Pending = { readonly entry: MempoolTransaction; readonly isQueued: boolean }

/** The pending transactions, and the pools of state findings, that waited for a simulation. */
export type Waiting = { readonly transactions: readonly Pending[]; readonly pools: readonly Hex[] }

export type Position = Pick<Opportunity, 'protocol' | 'market' | 'borrower'>

/** Events from the sources of the detector, from its queues and from simulations. */
export type DetectorEvent =
  /** A new pending transaction. */
  | { readonly kind: 'transaction'; readonly pending: Pending }
  /** A query for the best finding of a transaction. */
  | { readonly kind: 'query'; readonly pending: Pending }
  /** A new evaluation in a quiet moment. `pending` is null if the transaction is no longer pending. */
  | { readonly kind: 'review'; readonly hash: Hex; readonly pending: Pending | null }
  | { readonly kind: 'reviewPools'; readonly pools: readonly Hex[] }
  | { readonly kind: 'ended'; readonly hash: Hex; readonly reason: GoneReason }
  /** The pool book has processed a block. */
  | { readonly kind: 'poolBlock'; readonly update: PoolBookUpdate; readonly nextBaseFeePerGas: bigint }
  /** The watcher has also processed the block, so its transactions are no longer pending, or is late by two seconds. */
  | { readonly kind: 'mempoolBlock'; readonly nextBaseFeePerGas: bigint }
  | { readonly kind: 'opportunity'; readonly opportunity: Opportunity }
  | { readonly kind: 'opportunityGone'; readonly position: Position }
  /** `proven` is null if no simulation was possible. `isQueued` applies to the price update that it depends on. */
  | {
      readonly kind: 'proven'
      readonly opportunity: Opportunity
      readonly proven: boolean | null
      readonly isQueued: boolean
    }
  /** The opportunities of a borrower whose liquidation is pending. */
  | {
      readonly kind: 'borrower'
      readonly key: string
      readonly pending: Pending | null
      readonly opportunities: readonly Opportunity[]
    }
  /** `tax` is null if no provider can measure it. The same applies to the next two. */
  | { readonly kind: 'measured'; readonly token: Address; readonly tax: TokenTax | null; readonly waiting: Waiting }
  | { readonly kind: 'tried'; readonly trial: Trial; readonly result: SwapTrial | null; readonly waiting: Waiting }
  | { readonly kind: 'simulated'; readonly hash: Hex; readonly logs: EmittedLogs | null; readonly waiting: Waiting }
  /** `pending` is null if the call is no longer pending, and `copied` is null if it could not be simulated. */
  | {
      readonly kind: 'copied'
      readonly call: MempoolTransaction
      readonly pending: Pending | null
      readonly copied: CopiedCall | null
    }

/** A task for the driver, as the result of a step. */
export type DetectorEffect =
  | { readonly kind: 'found'; readonly finding: Finding }
  | { readonly kind: 'changed'; readonly finding: Finding }
  | { readonly kind: 'gone'; readonly finding: Finding; readonly reason: GoneReason }
  /** Sets the best opportunity of a transaction. */
  | { readonly kind: 'annotate'; readonly hash: Hex; readonly mev: MevOpportunity | null }
  /** Requests pools from the book. */
  | { readonly kind: 'request'; readonly request: Parameters<MevPools['request']>[0] }
  /** Queues new evaluations for quiet moments. */
  | { readonly kind: 'queueReviews'; readonly hashes: readonly Hex[] }
  | { readonly kind: 'queuePools'; readonly pools: readonly Hex[] }
  /** Queues a simulation for the findings that wait for it. */
  | { readonly kind: 'measure'; readonly token: Address; readonly pool: Hex; readonly waiter: Waiter }
  | { readonly kind: 'try'; readonly key: string; readonly trial: Trial; readonly waiter: Waiter }
  | { readonly kind: 'simulate'; readonly call: MempoolTransaction }
  | { readonly kind: 'copy'; readonly call: MempoolTransaction }
  /** Simulates a reported call again, before the queued ones. */
  | { readonly kind: 'confirm'; readonly call: MempoolTransaction }
  | { readonly kind: 'prove'; readonly opportunity: Opportunity }
  /** Looks for opportunities of a borrower whose liquidation is pending. */
  | {
      readonly kind: 'checkBorrower'
      readonly key: string
      readonly protocol: LendingProtocol
      readonly borrower: Address
      readonly entry: MempoolTransaction
    }

/** Effects of one step, in order. Functions append to it. */
export type Effects = DetectorEffect[]
