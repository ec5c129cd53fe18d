import type { ChainName, Head, LogFilter } from '@outrigger/core'
import type { Address } from 'viem'
import { type BlockReader, LendingReadError, NoContractError } from '../../lending/blockReader.ts'
import type { Market } from '../../lending/market.ts'
import type { Deployment, LendingProtocol } from '../../lending/protocol.ts'
import { remember } from '../../remember.ts'
import type { BookMarket, Touched } from './bookTypes.ts'
import { createPositionTable } from './positionTable.ts'

/** Accounts read at one block; the rest of a book that is being built is read at the next. */
const maxAccounts = 2_000
const retryMs = { min: 50, max: 2_000, foreign: 30_000, absent: 600_000 }

export type KeeperOptions = {
  readonly chain: ChainName
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
}

/**
 * One deployment: its markets as last read, the accounts that owe something, and those that must be read again before
 * they can be believed.
 */
export type Keeper = KeeperOptions & {
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
  /** Accounts to be read. */
  readonly waiting: number
  /** When it wants to be read at a head: ms from now, 0 for at once; null when there is nothing to read. */
  dueInMs(head: Head): number | null
  /** Who must be read again: in all markets where none is named. */
  mark(market: Market['id'] | undefined, accounts: Iterable<Address>): void
  /** Changes were missed. */
  restart(): void
  /** Of all that changes its accounts. */
  accountLogs(): LogFilter
  /** What was read; null where it failed. Never throws. */
  read(reader: BlockReader, head: Head): Promise<readonly Touched[] | null>
  /** Puts a market in place of itself at other values. */
  revalue(market: Market): void
}

export function createKeeper({ chain, protocol, deployment }: KeeperOptions): Keeper {
  const markets = new Map<Market['id'], BookMarket>()
  const marked = new Map<Market['id'], Set<Address>>()
  let head: Head | null = null
  let since: bigint | null = null
  let trouble: unknown = null
  let failures = 0
  let nextMs = 0

  const present = () => [...markets.values()].map(({ market }) => market)
  const countWaiting = () => [...markets.keys()].reduce((sum, id) => sum + (marked.get(id)?.size ?? 0), 0)

  function mark(market: Market['id'] | undefined, accounts: Iterable<Address>): void {
    for (const id of market === undefined ? markets.keys() : [market]) {
      const set = remember(marked, id, () => new Set())
      for (const account of accounts) set.add(account)
    }
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

  function put(read: readonly Market[], taken: ReturnType<typeof take>): void {
    const ids = new Set(read.map(({ id }) => id))
    for (const id of markets.keys()) if (!ids.has(id)) markets.delete(id)
    for (const market of read) {
      const known = markets.get(market.id)
      const isSame = known !== undefined && haveSameTokens(known.market, market)
      markets.set(market.id, { protocol, deployment, market, table: isSame ? known.table : createPositionTable() })
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

  function fail(cause: unknown): void {
    trouble = cause
    failures += 1
    // What has answered before is no other contract: an oracle is silent, say, and will not be for long.
    const isNew = head === null
    const delayMs =
      isNew && cause instanceof NoContractError
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
      return trouble === null ? null : (trouble as Error).message
    },
    get isForeign() {
      return looksForeign()
    },
    get isAbsent() {
      return trouble instanceof NoContractError && head === null
    },
    get waiting() {
      return countWaiting()
    },
    dueInMs(next) {
      if (head?.hash === next.hash && countWaiting() === 0) return null
      return trouble === null ? 0 : Math.max(0, nextMs - performance.now())
    },
    mark,
    restart() {
      since = null
      for (const market of markets.values()) markAll(market)
    },
    accountLogs: () => protocol.accountLogs(deployment, present()),
    async read(reader, next) {
      const taken = take()
      try {
        const known = present()
        const named = [...marked.keys()].filter((id) => !markets.has(id))
        const [read, ...accounts] = await Promise.all([
          protocol.getMarkets(
            ...([reader, chain, deployment] as const),
            known.length > 0 ? known : undefined,
            since === null ? undefined : named,
          ),
          ...taken.map(([{ market }, addresses]) => protocol.getAccounts(reader, market, addresses)),
        ])
        for (const [index, [{ table }]] of taken.entries())
          for (const account of accounts[index] ?? []) table.set(account)
        put(read, taken)
        // Nobody owes anything there.
        for (const id of named) if (!markets.has(id)) marked.delete(id)
        head = next
        since ??= next.number
        trouble = null
        failures = 0
        return taken.map(([{ market }, addresses]) => ({
          protocol: protocol.id,
          market: market.id,
          accounts: addresses,
        }))
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

function haveSameTokens(a: Market, b: Market): boolean {
  return a.reserves.length === b.reserves.length && a.reserves.every(({ token }, i) => token === b.reserves[i]?.token)
}
