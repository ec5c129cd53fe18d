import type { ChainName } from '@outrigger/core'
import { type ChainOption, type ClientOption, getClientChain, toClient } from '@outrigger/core/internal'
import { type Address, erc20Abi } from 'viem'
import type { Market } from '../lending/market.ts'
import { valueMarkets } from '../lending/prices.ts'
import type { LendingProtocol } from '../lending/protocol.ts'
import type { Skipped } from '../lending/readFailure.ts'
import { LendingUnavailableError, type MarketMemory, tryMarkets } from '../lending/readMarkets.ts'
import { type Reading, readSettled } from '../lending/readSettled.ts'
import { lendingProtocols } from '../lending/registry.ts'
import { NoLendingError } from '../positions/getPositionHealth.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import {
  computeLockedTokens,
  computeTokenPrices,
  type LockedToken,
  toBorrowedUsd,
  toLockedUsd,
} from './compute/lockedTokens.ts'

/** The lender and the chain. Only `protocol` is required. */
export type ProtocolTvlOptions = {
  /** Id of a lending protocol: `aave_v3`. */
  readonly protocol: string
  /** The known protocols. The others price tokens that the requested protocol cannot price. @default all */
  readonly protocols?: readonly LendingProtocol[]
  /** @default the client's chain */
  readonly chain?: ChainOption
  /** A cache per chain: pass an empty map first and the same map with every call, like for `getPositionHealth`. */
  readonly memory?: MarketMemory
}

/** The tokens that a lender's contracts contain and the tokens that borrowers owe them, at one block. */
export type ProtocolTvl = Skipped & {
  readonly protocol: string
  readonly chain: string
  readonly blockNumber: bigint
  /**
   * US dollars in the contracts, without borrowed tokens, as counted by DefiLlama. Tokens without a price count as
   * zero.
   */
  readonly tvlUsd: number
  /** US dollars. */
  readonly borrowedUsd: number
  /** Most valuable first. */
  readonly tokens: readonly LockedToken[]
}

/**
 * Reads a lender's value locked and borrowed from its contracts: amounts to the base unit, dollars by the lenders' own
 * oracles. Markets of deployments that cannot be read are in `skipped`, and `isComplete` is then false.
 *
 * @throws {NoLendingError} if the protocol is not on the chain
 * @throws {LendingUnavailableError} if none of its deployments can be read
 * @throws the client's errors when its providers do not respond
 * @example
 * const { tvlUsd, tokens } = await getProtocolTvl(client, { protocol: 'aave_v3' })
 * tokens[0] // { symbol: 'WETH', locked: 1203418…n, borrowed: …n, priceUsd: 3000.4, … }
 */
export async function getProtocolTvl(client: ClientOption, options: ProtocolTvlOptions): Promise<ProtocolTvl> {
  const viemClient = toClient(client)
  const { protocol: id, protocols = lendingProtocols, memory = new Map() } = options
  const { name } = (await getClientChain(viemClient, options.chain)) ?? { name: 'this chain' }
  const chain = name as ChainName
  const protocol = protocols.find((one) => one.id === id && (one.deployments[chain] ?? []).length > 0)
  if (protocol === undefined) throw new NoLendingError(name)
  const others = protocols.filter((one) => one !== protocol && one.toVault === undefined)
  const { value, ...rest } = await readSettled({
    client: viemClient,
    chain,
    protocols: [protocol],
    memory,
    read: (reader) => readTokens(reader, chain, protocol, others, memory),
  })
  if (value.tokens === null) throw new LendingUnavailableError(rest.skipped)
  const { blockNumber, tokens } = value
  const sum = (toUsd: (token: LockedToken) => number) => tokens.reduce((total, one) => total + toUsd(one), 0)
  return {
    protocol: id,
    chain: name,
    blockNumber,
    tokens,
    ...rest,
    tvlUsd: sum(toLockedUsd),
    borrowedUsd: sum(toBorrowedUsd),
  }
}

type Tokens = { readonly blockNumber: bigint; readonly tokens: readonly LockedToken[] | null }

/** Reads the tokens at one block. Null if no part of the protocol can be read. */
async function readTokens(
  reader: BlockReader,
  chain: ChainName,
  protocol: LendingProtocol,
  others: readonly LendingProtocol[],
  memory: MarketMemory,
): Promise<Reading<Tokens>> {
  const { blockNumber } = reader
  const own = await tryMarkets(reader, chain, [protocol], memory)
  const markets = own.markets.map(({ market }) => market)
  if (markets.length === 0) return { value: { blockNumber, tokens: null }, failures: own.failures }
  const isPriced = (prices: ReadonlyMap<Address, number>) =>
    markets.every(({ reserves }) => reserves.every(({ token }) => prices.has(token)))
  let prices = computeTokenPrices(markets)
  if (!isPriced(prices)) {
    const more = await tryMarkets(reader, chain, others, memory)
    prices = computeTokenPrices(valueMarkets([...markets, ...more.markets.map(({ market }) => market)]))
  }
  const balances = await readBalances(reader, protocol, markets)
  return { value: { blockNumber, tokens: computeLockedTokens(markets, prices, balances) }, failures: own.failures }
}

/**
 * Reads the balances of the contract that stores the tokens of all markets together. Null if each market has its own.
 */
async function readBalances(
  reader: BlockReader,
  { toVault }: LendingProtocol,
  markets: readonly Market[],
): Promise<ReadonlyMap<Address, bigint> | null> {
  if (toVault === undefined) return null
  const held = markets.flatMap((market) => market.reserves.map(({ token }) => [token, toVault(market)] as const))
  return new Map(
    await Promise.all(
      [...new Map(held)].map(async ([token, vault]) => {
        // A contract that is no longer a token counts as an empty balance.
        const balance = await reader.tryRead({
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [vault],
        })
        return [token, balance ?? 0n] as const
      }),
    ),
  )
}
