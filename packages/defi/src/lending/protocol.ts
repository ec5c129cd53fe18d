import type { Deployment } from '@outrigger/calldata'
import type { ChainLog, ChainName, LogFilter } from '@outrigger/core'
import type { Address } from 'viem'
import type {
  Account,
  Entry,
  Health,
  Liquidation,
  LiquidationCall,
  LiquidationTerms,
  Market,
  Pair,
  Refusal,
  Screen,
} from '../market/market.ts'
import type { BlockReader } from '../reads/blockReader.ts'

/** What a log says of the accounts of a deployment. */
export type AccountChange = {
  /** `Market.id`, where the deployment keeps several markets; left out: every market of the deployment. */
  readonly market?: Market['id']
  /** Lower case. Their entries may have changed. */
  readonly accounts: readonly Address[]
}

/**
 * The sums that contracts keep of all accounts, by which a book proves that it has everybody. A share is of one reserve, in
 * units that only an account's own change alters, not interest.
 */
export type BookSums<market extends Market = Market> = {
  toDebtShare(entry: Entry): bigint
  /**
   * The shares of all accounts beside what the contract says, and how far its roundings may take them apart; null where it
   * keeps no such sum.
   */
  toDebtSum(
    market: market,
    reserve: number,
    shares: bigint,
    deployment: Deployment,
  ): { readonly sum: bigint; readonly total: bigint; readonly slack: bigint } | null
  /** What all accounts together have supplied, as entries count it; null where the contract keeps no such sum. */
  toSupplyTotal(market: market, reserve: number): bigint | null
}

/** Of contracts that change accounts without a log. */
export type UnloggedChanges<market extends Market = Market> = {
  /** Whether an account may have changed that way between two readings of one branch of the chain. */
  mayExist(before: market, now: market): boolean
  /** Whose debt is another at the reader's block, one without entries being taken to owe nothing. One round of reading. */
  findChanged(reader: BlockReader, market: market, accounts: readonly Account[]): Promise<readonly Address[]>
}

/**
 * A lending protocol: where it is, how its state is read, and its contracts' arithmetic. What reads is async and takes a
 * reader of one block; all the rest is pure.
 */
export type LendingProtocol<market extends Market = Market> = {
  /** As on the wire: `aave_v3`. */
  readonly id: string
  readonly name: string
  /** Where addresses and formulas come from. */
  readonly source: string
  readonly deployments: { readonly [chain in ChainName]?: readonly Deployment[] }

  /**
   * The markets of a deployment, with prices, at the reader's block. What never changes (tokens, decimals) may be taken
   * from `known`, the markets read at an earlier block. Where markets come into being, `named` has the ids that logs since
   * then have named; left out, the protocol asks for such logs itself.
   *
   * @throws {NoContractError} it is not on this chain
   * @throws {LendingReadError} it does not answer as this protocol does
   */
  getMarkets(
    reader: BlockReader,
    chain: ChainName,
    deployment: Deployment,
    known?: readonly market[],
    named?: readonly Market['id'][],
  ): Promise<readonly market[]>
  /** The accounts in the order asked for, at the reader's block. Those with nothing have no entries. */
  getAccounts(reader: BlockReader, market: market, accounts: readonly Address[]): Promise<readonly Account[]>

  /** Logs that name everybody who may owe something: enough to find all borrowers there ever were. */
  borrowLogs(deployment: Deployment, markets: readonly market[]): LogFilter
  /** Logs of everything that changes an entry of anyone. Interest and prices are not entries. */
  accountLogs(deployment: Deployment, markets: readonly market[]): LogFilter
  /** Whom a log of either filter is about. */
  toAccountChange(log: ChainLog): AccountChange
  readonly sums: BookSums<market>
  /** The contract that keeps the tokens of all its markets together. Left out: each market knows what it holds. */
  toVault?(market: market): Address
  /** Left out: every change of an account has a log. */
  readonly unlogged?: UnloggedChanges<market>

  /** The market with interest accrued up to a later time, as the contract would. */
  accrue(market: market, timestamp: bigint): market
  /** Debt that an entry owes, base units of its token. */
  toDebt(market: market, entry: Entry): bigint
  computeHealth(market: market, account: Account): Health
  /** Which amounts a liquidator may repay of a pair. */
  computeTerms(market: market, account: Account, pair: Pair): LiquidationTerms | Refusal
  /**
   * What keeps everybody from liquidating an account at present, whatever the pair: a pause, a grace period, a sentinel. Null
   * if nothing does. Left out: nothing can.
   */
  findObstacle?(market: market, account: Account): string | null
  /** What happens when `repay`, from one of the ranges of `computeTerms`, is offered. */
  computeLiquidation(market: market, account: Account, pair: Pair, repay: bigint): Liquidation
  /** The transactions that carry it out. */
  toLiquidationCalls(
    market: market,
    account: Account,
    pair: Pair,
    liquidation: Liquidation,
    liquidator: Address,
  ): readonly LiquidationCall[]
  /** Gas those transactions use as parts of one, without any swap: 21,000 once. */
  computeLiquidationGas(market: market, account: Account, pair: Pair, liquidation: Liquidation): bigint
  computeScreen(market: market): Screen
}

/**
 * Checks the form of a lending protocol at compile time and returns it. A protocol takes part everywhere (positions,
 * books, scanner) once it is in `lendingProtocols`.
 *
 * @example
 * export const myLending = defineLending<MyMarket>({ id: 'my_lending', deployments, getMarkets, getAccounts, … })
 */
export function defineLending<market extends Market>(protocol: LendingProtocol<market>): LendingProtocol<market> {
  return protocol
}
