import { type ChainName, OutriggerError, type Store } from '@outrigger/core'
import { type ChainOption, type ClientOption, getOrCreate, systemClock, toClient } from '@outrigger/core/internal'
import { getGasPrice } from '@outrigger/oracle'
import type { Address, PublicClient } from 'viem'
import type { LendingProtocol } from '../lending/protocol.ts'
import { type ReadFailure, toReason } from '../lending/readFailure.ts'
import { LendingUnavailableError, type MarketMemory, type ReadMarket, tryMarkets } from '../lending/readMarkets.ts'
import { type Reading, readSettled } from '../lending/readSettled.ts'
import { lendingProtocols } from '../lending/registry.ts'
import { selectProtocols } from '../positions/getPositionHealth.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import { type BorrowerArchive, createBorrowerArchive } from './book/borrowerArchive.ts'
import { computeOpportunities } from './computeOpportunities.ts'
import type { LiquidationScan, SkippedPosition } from './opportunity.ts'
import { proveOpportunities } from './proveLiquidation.ts'
import { toRoutePairs } from './routePairs.ts'
import type { Candidate } from './sizingContext.ts'
import { createTradeReader, toNativePriceUsd } from './trade.ts'

/** Options of `scanLiquidations`. Pass `borrowers`, or a `store` with books. */
export type ScanOptions = {
  /** Accounts to check in all markets. @default all borrowers in the store's books */
  readonly borrowers?: readonly Address[]
  /** Store with the books that `createLiquidationScanner` or `outrigger book` created. */
  readonly store?: Store
  /** @default all protocols on the chain */
  readonly protocols?: readonly LendingProtocol[]
  /** @default 0 */
  readonly minProfitUsd?: number
  /** Simulates each liquidation and leaves out the ones that fail. @default false */
  readonly prove?: boolean
  /** Effective price of gas. @default the fast tier of `getGasPrice` */
  readonly weiPerGas?: bigint
  /** @default the client's chain */
  readonly chain?: ChainOption
}

/** A scan has no `borrowers`, and no book in the store contains borrowers. Pass `borrowers`, or a `store` with books. */
export class NoBorrowersError extends OutriggerError {
  readonly code = 'NO_BORROWERS'
  constructor(chain: string) {
    super(
      `There are no borrowers to check on ${chain}. Pass \`borrowers\`, or a \`store\` with books (create them with outrigger book ${chain}).`,
    )
  }
}

/**
 * None of the markets has a dollar price of the chain's native token, so gas costs cannot be computed. Add a protocol
 * with such a price, for example `aave_v3`.
 */
export class NoGasValueError extends OutriggerError {
  readonly code = 'NO_GAS_VALUE'
  constructor(chain: string) {
    super(
      `No market that was read has a dollar price of the wrapped native token of ${chain}, so gas costs cannot be computed. Add a protocol that has one, for example aave_v3.`,
    )
  }
}

/**
 * Returns every profitable liquidation of some borrowers at the latest block, sized for the highest profit, in a few
 * `eth_call`s. Use `createLiquidationScanner` to watch all borrowers at every block.
 *
 * @throws {NoLendingError} if none of the protocols is on the chain
 * @throws {NoBorrowersError} if neither `borrowers` nor a book has a borrower
 * @throws {NoGasValueError} if no market prices the native token in dollars
 * @throws {LendingUnavailableError} if no protocol can be read; if some can, the others are in `skipped`
 * @throws the client's error if no provider responds
 * @example
 * const { opportunities, skipped } = await scanLiquidations(client, { borrowers: ['0x…'], minProfitUsd: 10 })
 */
export async function scanLiquidations(client: ClientOption, options: ScanOptions): Promise<LiquidationScan> {
  const viemClient = toClient(client)
  const { protocols = lendingProtocols, minProfitUsd = 0, prove = false } = options
  const { chain, deployed } = await selectProtocols(viemClient, protocols, options.chain)

  const memory: MarketMemory = new Map()
  const bookOf = createBookReader(options.store, chain)
  const { value, skipped, isComplete } = await readSettled({
    client: viemClient,
    chain,
    protocols: deployed,
    memory,
    read: (reader, of) => readCandidates(reader, chain, of, memory, options.borrowers ?? bookOf),
  })
  const { reader, markets, checked, candidates } = value
  if (markets.length === 0 && !isComplete) throw new LendingUnavailableError(skipped)
  if (checked === 0 && isComplete) throw new NoBorrowersError(chain)

  const nativePriceUsd = toNativePriceUsd(
    chain,
    markets.map(({ market }) => market),
  )
  if (nativePriceUsd === null) throw new NoGasValueError(chain)
  const [weiPerGas, { routes, lenders, dataFeeWei }] = await Promise.all([
    options.weiPerGas ?? readGasPrice(viemClient, options.chain),
    createTradeReader(chain)(reader, toRoutePairs(candidates)),
  ])
  const scan = computeOpportunities(candidates, {
    chain,
    blockNumber: reader.blockNumber,
    minProfitUsd,
    pendingUpdate: null,
    timestampMs: systemClock.now(),
    routes,
    lenders,
    gasCost: { weiPerGas, nativePriceUsd, dataFeeWei },
  })
  const { opportunities, refuted } = prove
    ? await proveOpportunities(viemClient, scan.opportunities)
    : { ...scan, refuted: [] }
  return {
    ...scan,
    opportunities,
    skipped: [...skipped.map((one) => ({ ...one, borrower: null })), ...value.silent, ...scan.skipped, ...refuted],
  }
}

type BookReader = ReturnType<typeof createBookReader>

type Candidates = {
  readonly reader: BlockReader
  readonly markets: readonly ReadMarket[]
  /** Number of accounts read. */
  readonly checked: number
  readonly candidates: readonly Candidate[]
  /** Accounts whose health is unknown, for example because an oracle does not answer. */
  readonly silent: readonly SkippedPosition[]
}

/** Reads the positions that can be liquidated at one block. */
async function readCandidates(
  reader: BlockReader,
  chain: ChainName,
  protocols: readonly LendingProtocol[],
  memory: MarketMemory,
  source: readonly Address[] | BookReader,
): Promise<Reading<Candidates>> {
  const { markets, failures: unread } = await tryMarkets(reader, chain, protocols, memory)
  const failures: ReadFailure[] = [...unread]
  const silent: SkippedPosition[] = []
  let checked = 0
  const found = await Promise.all(
    markets.map(async ({ protocol, deployment, market }): Promise<readonly Candidate[]> => {
      try {
        const borrowers = typeof source === 'function' ? await source(protocol, deployment.address, market.id) : source
        checked += borrowers.length
        const accounts = await protocol.getAccounts(reader, market, borrowers)
        return accounts.flatMap((account) => {
          try {
            const health = protocol.computeHealth(market, account)
            return health.isLiquidatable ? [{ protocol, market, account, health }] : []
          } catch (cause) {
            silent.push({
              protocol: protocol.id,
              market: market.id,
              borrower: account.address,
              reason: toReason(cause),
            })
            return []
          }
        })
      } catch (cause) {
        failures.push({ protocol, deployment, market: market.id, cause })
        return []
      }
    }),
  )
  return { value: { reader, markets, checked, candidates: found.flat(), silent }, failures }
}

/** Reads each deployment's book once for all its markets. */
function createBookReader(store: Store | undefined, chain: ChainName) {
  const books = new Map<string, ReturnType<BorrowerArchive['load']>>()
  return async ({ id }: LendingProtocol, deployment: Address, market: `0x${string}`): Promise<readonly Address[]> => {
    if (store === undefined) return []
    const { borrowers } = await getOrCreate(books, `${id} ${deployment}`, () =>
      createBorrowerArchive(store, { chain, protocol: id, deployment }).load(),
    )
    return [...new Set([...(borrowers.get('*') ?? []), ...(borrowers.get(market) ?? [])])]
  }
}

async function readGasPrice(client: PublicClient, chain: ChainOption | undefined): Promise<bigint> {
  const { tiers } = await getGasPrice(client, chain === undefined ? {} : { chain })
  return tiers.fast.baseFeePerGas + tiers.fast.maxPriorityFeePerGas
}
