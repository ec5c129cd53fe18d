import type { Deployment } from '@outrigger/calldata'
import type { ChainName, Head, LogFilter } from '@outrigger/core'
import type { Address } from 'viem'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { Market } from '../../market/market.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { BookMarket, ReadAccounts } from './bookTypes.ts'
import { createComparisons } from './comparisons.ts'
import { createMarkedAccounts, type MarkedAccounts } from './markedAccounts.ts'
import { type BookProof, computeProof } from './proof.ts'
import { readDeployment } from './readDeployment.ts'
import { addFailure, type ReadFailureReport, type ReadFailures, toFailureReport } from './readFailures.ts'
import { putReading, revalueMarket, toAddresses, toMarkets, toReadAccounts } from './trackedMarkets.ts'

/** Accounts read at one block; the rest of a book that is being built is read at the next. */
const maxAccounts = 2_000

export type DeploymentTrackerOptions = {
  readonly chain: ChainName
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
  /** Most blocks between two comparisons of all accounts that may change without a log. */
  readonly proofInterval: bigint
}

/**
 * One deployment: its markets as last read, the accounts that owe something, and those that must be read again before
 * they can be believed.
 */
export type DeploymentTracker = Omit<DeploymentTrackerOptions, 'proofInterval'> & {
  readonly markets: ReadonlyMap<Market['id'], BookMarket>
  /** The latest head whose state is here. */
  readonly head: Head | null
  /** Since when logs report every change; null before its first state, and after changes have been missed. */
  readonly since: bigint | null
  /** Why it could not be read the last time, and whether that is for good. */
  readonly failure: ReadFailureReport
  /** Of the latest reading after which no account was waiting; null before the first. Not valid until all accounts are found. */
  readonly proof: BookProof | null
  /** Accounts to be read. */
  readonly waiting: number
  /** When it wants to be read at a head: ms from now, 0 for at once; null when there is nothing to read. */
  dueInMs(head: Head): number | null
  /** Accounts that must be read again: in all markets where none is named. */
  mark(market: Market['id'] | undefined, accounts: readonly Address[]): void
  /** Blocks were removed: what changed in them without a log is not as it was. */
  compareAll(): void
  /** Changes were missed. */
  restart(): void
  /** Of all that changes its accounts. */
  accountLogs(): LogFilter
  /** What was read; null where it failed. Never throws. */
  read(reader: BlockReader, head: Head): Promise<readonly ReadAccounts[] | null>
  /** Puts a market in place of itself at other values. */
  revalue(market: Market): void
}

export function createDeploymentTracker(options: DeploymentTrackerOptions): DeploymentTracker {
  const { chain, protocol, deployment } = options
  const markets = new Map<Market['id'], BookMarket>()
  // Where logs do not report every change, whoever they have named is asked about.
  const marked = createMarkedAccounts(markets, protocol.unlogged !== undefined)
  const comparisons = createComparisons(options.proofInterval)
  let head: Head | null = null
  let proof: BookProof | null = null
  let since: bigint | null = null
  let failures: ReadFailures = null

  /** What was read at one block. @throws what the protocol throws */
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
      // The logs of its new tokens were not read until now: it begins anew, with a search.
      since = null
      marked.mark(stale.market.id, [...toAddresses(stale.table), ...(taken.get(stale.market.id) ?? [])])
    }
    // No account owes anything there.
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
