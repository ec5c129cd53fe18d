import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { toPriceUsd, valueMarkets } from '../lending/prices.ts'
import type { LendingProtocol } from '../lending/protocol.ts'
import type { ReadFailure } from '../lending/readFailure.ts'
import { type MarketMemory, type ReadMarket, tryMarkets } from '../lending/readMarkets.ts'
import type { Reading } from '../lending/readSettled.ts'
import { lendingProtocols } from '../lending/registry.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import { computePosition } from './computePosition.ts'
import type { LendingPosition } from './position.ts'

export type PositionsRequest = {
  readonly chain: ChainName
  readonly protocols: readonly LendingProtocol[]
  readonly memory: MarketMemory
  /** Returns the accounts to read, in lower case. */
  readonly select: (markets: readonly ReadMarket[]) => readonly Address[]
}

export type Positions = {
  readonly blockNumber: bigint
  /** The selected accounts in their order, also those without positions. */
  readonly accounts: readonly { readonly address: Address; readonly positions: readonly LendingPosition[] }[]
  readonly marketsRead: number
}

/** Reads the positions of accounts at the reader's block. Reads the markets once for all accounts. */
export async function readPositions(reader: BlockReader, request: PositionsRequest): Promise<Reading<Positions>> {
  const { chain, protocols, memory, select } = request
  const reading = await tryMarkets(reader, chain, protocols, memory)
  const failures: ReadFailure[] = [...reading.failures]
  const addresses = select(reading.markets)
  const markets =
    addresses.length > 0 && reading.markets.some(lacksDollars)
      ? await valueByOthers(reader, chain, reading.markets, memory)
      : reading.markets
  const read = await Promise.all(
    markets.map(async ({ protocol, deployment, market }): Promise<readonly (readonly LendingPosition[])[] | null> => {
      // One account per call, because Aave omits supplies without a flag if it reads many. The reads share requests.
      const readOne = async (address: Address) => {
        const [found] = await protocol.getAccounts(reader, market, [address])
        return found === undefined || found.entries.length === 0 ? [] : [computePosition(protocol, market, found)]
      }
      try {
        return await Promise.all(addresses.map(readOne))
      } catch (cause) {
        failures.push({ protocol, deployment, market: market.id, cause })
        return null
      }
    }),
  )
  const done = read.filter((one) => one !== null)
  const accounts = addresses.map((address, index) => ({ address, positions: done.flatMap((all) => all[index] ?? []) }))
  return { value: { blockNumber: reader.blockNumber, accounts, marketsRead: done.length }, failures }
}

/** Values the markets in dollars with the prices of other protocols. */
async function valueByOthers(
  reader: BlockReader,
  chain: ChainName,
  markets: readonly ReadMarket[],
  memory: MarketMemory,
): Promise<readonly ReadMarket[]> {
  const read = new Set(markets.map(({ protocol }) => protocol.id))
  const missing = lendingProtocols.filter(({ id }) => !read.has(id))
  const others = await tryMarkets(reader, chain, missing, memory)
  const valued = valueMarkets([...markets, ...others.markets].map(({ market }) => market))
  return markets.map((one, index) => ({ ...one, market: valued[index] ?? one.market }))
}

function lacksDollars({ market }: ReadMarket): boolean {
  return market.reserves.some((reserve) => toPriceUsd(market, reserve) === null)
}
