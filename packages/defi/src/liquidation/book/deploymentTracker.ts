import type { Deployment } from '@outrigger/calldata'
import type { ChainName, Head, LogFilter } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core'
import type { Address } from 'viem'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { Market } from '../../market/market.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import { LendingReadError, NoContractError } from '../../reads/readErrors.ts'
import type { BookMarket, Touched } from './bookTypes.ts'
import { createPositionTable } from './positionTable.ts'
import { type BookProof, computeProof } from './proof.ts'
import { type DeploymentReading, haveSameTokens, readDeployment } from './readDeployment.ts'

/** Accounts read at one block; the rest of a book that is being built is read at the next. */
const maxAccounts = 2_000
const retryMs = { min: 50, max: 2_000, foreign: 30_000, absent: 600_000 }

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
  /** Since when logs tell of every change; null before its first state, and after changes have been missed. */
  readonly since: bigint | null
  /** Why it could not be read the last time. */
  readonly trouble: string | null
  /** Not for want of an answer: its contracts are not there, or answer in another form. */
  readonly isForeign: boolean
  readonly isAbsent: boolean
  /** Of the latest reading that left nobody to be read; null before the first. Means nothing until everybody is found. */
  readonly proof: BookProof | null
  /** Accounts to be read. */
  readonly waiting: number
  /** When it wants to be read at a head: ms from now, 0 for at once; null when there is nothing to read. */
  dueInMs(head: Head): number | null
  /** Who must be read again: in all markets where none is named. */
  mark(market: Market['id'] | undefined, accounts: Iterable<Address>): void
  /** Blocks were removed: what changed in them without a log is not as it was. */
  compareAll(): void
  /** Changes were missed. */
  restart(): void
  /** Of all that changes its accounts. */
  accountLogs(): LogFilter
  /** What was read; null where it failed. Never throws. */
  read(reader: BlockReader, head: Head): Promise<readonly Touched[] | null>
  /** Puts a market in place of itself at other values. */
  revalue(market: Market): void
}

export function createDeploymentTracker({
  chain,
  protocol,
  deployment,
  proofInterval,
}: DeploymentTrackerOptions): DeploymentTracker {
  const markets = new Map<Market['id'], BookMarket>()
  const marked = new Map<Market['id'], Set<Address>>()
  /** Whom logs have named, where that is not enough to know of every change. */
  const everybody = new Set<Address>()
  let head: Head | null = null
  let proof: BookProof | null = null
  /** Reasons to compare all accounts with their contract, and how many of them have been met. */
  let [doubts, settled] = [0, 0]
  let comparedAt: bigint | null = null
  let since: bigint | null = null
  let trouble: unknown = null
  let failures = 0
  let nextMs = 0

  const present = () => [...markets.values()].map(({ market }) => market)
  const countWaiting = () => [...markets.keys()].reduce((sum, id) => sum + (marked.get(id)?.size ?? 0), 0)

  function mark(market: Market['id'] | undefined, accounts: Iterable<Address>): void {
    for (const id of market === undefined ? markets.keys() : [market]) {
      const set = getOrCreate(marked, id, () => new Set())
      for (const account of accounts) set.add(account)
    }
    if (protocol.unlogged) for (const account of accounts) everybody.add(account)
  }

  const markAll = ({ market, table }: BookMarket) =>
    mark(
      market.id,
      [...table.accounts()].map(({ address }) => address),
    )

  function take(): readonly (readonly [BookMarket, readonly Address[]])[] {
    let room = maxAccounts
    return [...markets].flatMap(([id, market]) => {
      const accounts = [...(marked.get(id) ?? [])].slice(0, room)
      if (accounts.length === 0) return []
      room -= accounts.length
      for (const account of accounts) marked.get(id)?.delete(account)
      return [[market, accounts] as const]
    })
  }

  const isUncompared = (number: bigint) =>
    doubts > settled || comparedAt === null || number >= comparedAt + proofInterval

  function put({ markets: read, accounts }: DeploymentReading, taken: ReturnType<typeof take>): void {
    for (const [id, changed] of accounts) for (const account of changed) markets.get(id)?.table.set(account)
    const ids = new Set(read.map(({ id }) => id))
    for (const id of markets.keys()) if (!ids.has(id)) markets.delete(id)
    for (const market of read) {
      const known = markets.get(market.id)
      const isSame = known !== undefined && haveSameTokens(known.market, market)
      markets.set(market.id, {
        protocol,
        deployment,
        market,
        table: isSame ? known.table : createPositionTable(protocol.sums.toDebtShare),
      })
      if (known === undefined || isSame) continue
      // Entries name reserves by index, and what was just read was read by the old ones. Nor did anybody ask for the logs
      // of its new tokens until now: it begins anew, with a search.
      since = null
      markAll(known)
      for (const [{ market: old }, accounts] of taken) if (old.id === market.id) mark(old.id, accounts)
    }
  }

  /** Once may be the provider's doing. */
  const looksForeign = () => trouble instanceof LendingReadError && failures > 1

  const hasNoCode = () => trouble instanceof NoContractError && trouble.address.toLowerCase() === deployment.address
  const looksAbsent = () => looksForeign() && hasNoCode()

  function fail(cause: unknown): void {
    trouble = cause
    failures += 1
    // What has answered before is no other contract: an oracle is silent, say, and will not be for long.
    const isNew = head === null
    const delayMs =
      isNew && looksAbsent()
        ? retryMs.absent
        : isNew && looksForeign()
          ? retryMs.foreign
          : Math.min(retryMs.max, retryMs.min * 2 ** Math.min(failures - 1, 8))
    nextMs = performance.now() + delayMs
  }

  return {
    chain,
    protocol,
    deployment,
    markets,
    get head() {
      return head
    },
    get since() {
      return since
    },
    get trouble() {
      // Said when it is certain: a contract that is not there is no failure.
      const isUncertain = hasNoCode() && failures === 1
      return trouble === null || isUncertain ? null : (trouble as Error).message
    },
    get isForeign() {
      return looksForeign()
    },
    get isAbsent() {
      return looksAbsent() && head === null
    },
    get proof() {
      return proof
    },
    get waiting() {
      return countWaiting()
    },
    dueInMs(next) {
      if (head?.hash === next.hash && countWaiting() === 0 && since !== null) return null
      return trouble === null ? 0 : Math.max(0, nextMs - performance.now())
    },
    mark,
    compareAll() {
      doubts += 1
    },
    restart() {
      since = null
      doubts += 1
      for (const market of markets.values()) markAll(market)
    },
    accountLogs: () => protocol.accountLogs(deployment, present()),
    async read(reader, next) {
      const taken = take()
      const [met, comparesAll] = [doubts, isUncompared(next.number)]
      const named = [...marked.keys()].filter((id) => !markets.has(id))
      try {
        const reading = await readDeployment({
          ...{ reader, chain, protocol, deployment, markets, everybody, comparesAll },
          marked: new Map(taken.map(([{ market }, addresses]) => [market.id, addresses])),
          named: since === null ? undefined : named,
        })
        put(reading, taken)
        // Nobody owes anything there.
        for (const id of named) if (!markets.has(id)) marked.delete(id)
        head = next
        since ??= next.number
        trouble = null
        failures = 0
        if (countWaiting() === 0) {
          proof = computeProof(protocol, deployment, next.number, markets.values())
          settled = met
          if (comparesAll) comparedAt = next.number
        }
        return [...reading.accounts].flatMap(([market, accounts]) =>
          accounts.length === 0
            ? []
            : [{ protocol: protocol.id, market, accounts: accounts.map(({ address }) => address) }],
        )
      } catch (cause) {
        for (const [{ market }, addresses] of taken) mark(market.id, addresses)
        fail(cause)
        return null
      }
    },
    revalue(market) {
      const known = markets.get(market.id)
      if (known !== undefined && known.market !== market) markets.set(market.id, { ...known, market })
    },
  }
}
