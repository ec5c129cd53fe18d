import type { Deployment } from '@outrigger/calldata'
import type { ChainLog, ChainName, LogFilter } from '@outrigger/core'
import type { Address } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
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
} from './market.ts'

/** The accounts of a deployment that a log reports as changed. */
export type AccountChange = {
  /** `Market.id` if the deployment has several markets. Without it, the change concerns all its markets. */
  readonly market?: Market['id']
  /** Lower case. Their entries may have changed. */
  readonly accounts: readonly Address[]
}

/**
 * The sums over all accounts that contracts store. A book compares its accounts with these sums to prove that it is
 * complete. A share belongs to one reserve, in units that interest does not change.
 */
export type BookSums<market extends Market = Market> = {
  toDebtShare(entry: Entry): bigint
  /**
   * Returns the shares of all accounts, the total of the contract, and the maximum difference caused by rounding, or null
   * if the contract stores no such sum.
   */
  toDebtSum(
    market: market,
    reserve: number,
    shares: bigint,
    deployment: Deployment,
  ): { readonly sum: bigint; readonly total: bigint; readonly slack: bigint } | null
  /** Returns the total supply of all accounts, in the unit of entries, or null if the contract stores no such sum. */
  toSupplyTotal(market: market, reserve: number): bigint | null
}

/** Detects changes of accounts for which a contract emits no log. */
export type UnloggedChanges<market extends Market = Market> = {
  /** Whether an account may have changed without a log between two reads of the same branch of the chain. */
  mayExist(before: market, now: market): boolean
  /** Returns the accounts whose debt differs at the reader's block. No entries mean no debt. Takes one round of reads. */
  findChanged(reader: BlockReader, market: market, accounts: readonly Account[]): Promise<readonly Address[]>
}

/**
 * A lending protocol with its addresses, the functions that read its state, and its contracts' arithmetic. Functions
 * that read are async and take a reader of one block. All other functions are pure.
 */
export type LendingProtocol<market extends Market = Market> = {
  /** The name in the API, for example `aave_v3`. */
  readonly id: string
  readonly name: string
  /** Source of the addresses and formulas. */
  readonly source: string
  readonly deployments: { readonly [chain in ChainName]?: readonly Deployment[] }

  /**
   * Reads the markets of a deployment, with prices, at the reader's block. Constant values (tokens, decimals) may come from
   * `known`, the markets read at an earlier block. If markets can be created, `named` has the ids in logs since then.
   * Without it, the protocol reads these logs itself.
   *
   * @throws {NoContractError} if it is not on this chain
   * @throws {LendingReadError} if it does not answer like this protocol
   */
  getMarkets(
    reader: BlockReader,
    chain: ChainName,
    deployment: Deployment,
    known?: readonly market[],
    named?: readonly Market['id'][],
  ): Promise<readonly market[]>
  /** Reads accounts at the reader's block, in the order requested. Empty accounts have no entries. */
  getAccounts(reader: BlockReader, market: market, accounts: readonly Address[]): Promise<readonly Account[]>

  /** Filter of logs that name every account that may have debt. It finds all past borrowers. */
  borrowLogs(deployment: Deployment, markets: readonly market[]): LogFilter
  /** Filter of logs for every change of an entry. Interest and prices are not part of entries. */
  accountLogs(deployment: Deployment, markets: readonly market[]): LogFilter
  /** Returns the accounts in a log of either filter. */
  toAccountChange(log: ChainLog): AccountChange
  readonly sums: BookSums<market>
  /** The contract that holds the tokens of all markets together. Without it, each market reports its own balance. */
  toVault?(market: market): Address
  /** Without it, every change of an account has a log. */
  readonly unlogged?: UnloggedChanges<market>

  /** Returns the market with interest accrued up to a later time, like the contract. */
  accrue(market: market, timestamp: bigint): market
  /** Returns the debt of an entry in base units of its token. */
  toDebt(market: market, entry: Entry): bigint
  computeHealth(market: market, account: Account): Health
  /** Returns the amounts that a liquidator may repay for a pair. */
  computeTerms(market: market, account: Account, pair: Pair): LiquidationTerms | Refusal
  /**
   * Returns what prevents every liquidation of an account at present, for example a pause, a grace period or a sentinel, or
   * null. Without it, nothing can.
   */
  findObstacle?(market: market, account: Account): string | null
  /** Returns the result of offering `repay`, an amount in one of the ranges of `computeTerms`. */
  computeLiquidation(market: market, account: Account, pair: Pair, repay: bigint): Liquidation
  /** Returns the transactions of the liquidation. */
  toLiquidationCalls(
    market: market,
    account: Account,
    pair: Pair,
    liquidation: Liquidation,
    liquidator: Address,
  ): readonly LiquidationCall[]
  /** Returns the gas of these calls in one transaction without a swap, including 21,000 once. */
  computeLiquidationGas(market: market, account: Account, pair: Pair, liquidation: Liquidation): bigint
  computeScreen(market: market): Screen
}

/**
 * Checks the type of a lending protocol at compile time and returns it. Add a protocol to `lendingProtocols` to use it for
 * positions, books and the scanner.
 *
 * @example
 * export const myLending = defineLending<MyMarket>({ id: 'my_lending', deployments, getMarkets, getAccounts, … })
 */
export function defineLending<market extends Market>(protocol: LendingProtocol<market>): LendingProtocol<market> {
  return protocol
}
