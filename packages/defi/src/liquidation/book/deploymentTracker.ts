import type { Deployment } from '@outrigger/calldata'
import type { ChainName, Head, LogFilter } from '@outrigger/core'
import type { Address } from 'viem'
import type { Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { BookMarket, ReadAccounts } from './bookTypes.ts'
import { createComparisons } from './comparisons.ts'
import { createMarkedAccounts, type MarkedAccounts } from './markedAccounts.ts'
import { type BookProof, computeProof } from './proof.ts'
import { readDeployment } from './readDeployment.ts'
import { addFailure, type ReadFailureReport, type ReadFailures, toFailureReport } from './readFailures.ts'
import { putReading, revalueMarket, toAddresses, toMarkets, toReadAccounts } from './trackedMarkets.ts'

/** Maximum number of accounts read per block. The others are read at the next block. */
const maxAccounts = 2_000

export type DeploymentTrackerOptions = {
  readonly chain: ChainName
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
  /** Maximum number of blocks between two comparisons of all accounts that may change without a log. */
  readonly proofInterval: bigint
}

/**
 * Tracks one deployment: its markets in their last read state, the accounts with debt, and the accounts that must be
 * read again because their stored state may be wrong.
 */
export type DeploymentTracker = Omit<DeploymentTrackerOptions, 'proofInterval'> & {
  readonly markets: ReadonlyMap<Market['id'], BookMarket>
  /** The latest head at which it was read. */
  readonly head: Head | null
  /** Block from which logs report every change. Null before the first read, and after changes were missed. */
  readonly since: bigint | null
  /** Why the last read failed, and whether the failure is permanent. */
  readonly failure: ReadFailureReport
  /**
   * Proof of the latest read after which no account was waiting. Null before the first. Valid once all accounts are
   * found.
   */
  readonly proof: BookProof | null
  /** Number of accounts to read. */
  readonly waiting: number
  /** Returns in how many milliseconds it is due to be read at a head, 0 for now, or null if there is nothing to read. */
  dueInMs(head: Head): number | null
  /** Marks accounts to be read again, in one market or in all of them. */
  mark(market: Market['id'] | undefined, accounts: readonly Address[]): void
  /** Compares all accounts at the next read, because removed blocks may have changed some without a log. */
  compareAll(): void
  /** Starts over with a search, because changes were missed. */
  restart(): void
  /** Filter of all logs that change its accounts. */
  accountLogs(): LogFilter
  /** Reads it at a head. Returns the accounts read, or null if that failed. Never throws. */
  read(reader: BlockReader, head: Head): Promise<readonly ReadAccounts[] | null>
  /** Replaces a market with the same market at other dollar values. */
  revalue(market: Market): void
}

export function createDeploymentTracker(options: DeploymentTrackerOptions): DeploymentTracker {
  const { chain, protocol, deployment } = options
  const markets = new Map<Market['id'], BookMarket>()
  // If logs do not report every change, every account that a log has named may be compared.
  const marked = createMarkedAccounts(markets, protocol.unlogged !== undefined)
  const comparisons = createComparisons(options.proofInterval)
  let head: Head | null = null
  let proof: BookProof | null = null
  let since: bigint | null = null
  let failures: ReadFailures = null

  /** Reads the deployment at one block. @throws the protocol's errors */
  async function readAt(reader: BlockReader, next: Head, taken: ReturnType<MarkedAccounts['take']>) {
    const compared = comparisons.begin(next.number)
    const unknown = marked.findUnknown()
    const reading = await readDeployment({
      reader,
      chain,
      protocol,
      deployment,
      markets,
      marked: taken,
      everybody: marked.everybody,
      comparesAll: compared.isDue,
      named: since === null ? undefined : unknown,
    })
    for (const stale of putReading(markets, reading, { protocol, deployment })) {
      // The logs of its new tokens were not read until now, so it starts over with a search.
      since = null
      marked.mark(stale.market.id, [...toAddresses(stale.table), ...(taken.get(stale.market.id) ?? [])])
    }
    // No account has debt there.
    for (const id of unknown) if (!markets.has(id)) marked.forget(id)
    head = next
    since ??= next.number
    failures = null
    if (marked.waiting === 0) {
      proof = computeProof(protocol, deployment, next.number, markets.values())
      compared.finish()
    }
    return toReadAccounts(protocol, reading)
  }

  return {
    chain,
    protocol,
    deployment,
    markets,
    mark: marked.mark,
    get head() {
      return head
    },
    get since() {
      return since
    },
    get failure() {
      return toFailureReport(failures, deployment.address, head !== null)
    },
    get proof() {
      return proof
    },
    get waiting() {
      return marked.waiting
    },
    dueInMs(next) {
      if (head?.hash === next.hash && marked.waiting === 0 && since !== null) return null
      return failures === null ? 0 : Math.max(0, failures.retryAtMs - performance.now())
    },
    compareAll: comparisons.request,
    restart() {
      since = null
      comparisons.request()
      for (const { market, table } of markets.values()) marked.mark(market.id, toAddresses(table))
    },
    accountLogs: () => protocol.accountLogs(deployment, toMarkets(markets)),
    async read(reader, next) {
      const taken = marked.take(maxAccounts)
      try {
        return await readAt(reader, next, taken)
      } catch (cause) {
        marked.putBack(taken)
        failures = addFailure(failures, cause, deployment.address, head !== null, performance.now())
        return null
      }
    },
    revalue: (market) => revalueMarket(markets, market),
  }
}
