import { type ChainName, type ChainProfile, OutriggerError } from '@outrigger/core'
import { getClientChain } from '@outrigger/core/internal'
import { type Address, getAddress, InvalidAddressError, isAddress, type PublicClient } from 'viem'
import type { LendingProtocol } from '../lending/protocol.ts'
import { lendingProtocols } from '../lending/registry.ts'
import { listUnsupportedLenders } from '../lending/unsupported.ts'
import { toPriceUsd, valueMarkets } from '../market/prices.ts'
import { LendingUnavailableError, type MarketMemory, type ReadMarket, tryMarkets } from '../market/readMarkets.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import type { ReadFailure } from '../reads/readFailure.ts'
import { type Reading, readSettled } from '../reads/readSettled.ts'
import { computePosition } from './computePosition.ts'
import type { LendingPosition, PositionHealth } from './position.ts'

/** Which address to look at, and where. Only `address` is required. */
export type PositionHealthOptions = {
  /** In any case; one in mixed case must carry the right EIP-55 checksum. */
  readonly address: Address
  /** @default all that are on the chain */
  readonly protocols?: readonly LendingProtocol[]
  /** @default the profile of the client's chain */
  readonly chain?: ChainProfile
  /**
   * An empty map to begin with, one per chain, passed again with every call: what was learned of the markets stays in it.
   * Without it each call asks for the logs of all markets Morpho ever had, hundreds of calls where a provider limits ranges.
   */
  readonly memory?: MarketMemory
}

/** No protocol asked for is on the chain, or the chain has no profile. See `lendingProtocols` for what there is. */
export class NoLendingError extends OutriggerError {
  readonly code = 'NO_LENDING'
  constructor(chain: string) {
    super(`No lending protocol that was asked for is known on ${chain}. See \`lendingProtocols\` for what is.`)
  }
}

/**
 * Everything an address has lent and borrowed, at one block: amounts by each contract's rounding, values in US dollars by
 * each protocol's own oracle. A few `eth_call`s of Multicall3, whatever the number of protocols. What fails is read again at
 * newer blocks; what still fails is in `skipped`, and no account with a missing part is called safe: see `isComplete`. Lenders
 * of the chain that are not read at all are named in `unsupported`.
 *
 * @throws {NoLendingError}
 * @throws {LendingUnavailableError} no protocol could be read; where some could, the others are in `skipped`
 * @throws {InvalidAddressError} of viem: not an address, or a wrong checksum
 * @throws whatever the client throws when its providers do not answer
 * @example
 * const { positions, isAtRisk } = await getPositionHealth(client, { address: '0x…' })
 * positions[0]?.healthFactor // 1043127700000000000n
 */
export async function getPositionHealth(
  client: PublicClient,
  { address, protocols = lendingProtocols, chain: profile, memory = new Map() }: PositionHealthOptions,
): Promise<PositionHealth> {
  const isOneCase = address === address.toLowerCase() || address === address.toUpperCase().replace('0X', '0x')
  if (!isAddress(address, { strict: !isOneCase })) throw new InvalidAddressError({ address })
  const { name } = profile ?? (await getClientChain(client)) ?? { name: 'this chain' }
  const chain = name as ChainName
  const asked = protocols.filter(({ deployments }) => (deployments[chain] ?? []).length > 0)
  if (asked.length === 0) throw new NoLendingError(name)

  const account = address.toLowerCase() as Address
  const { value, skipped, isComplete } = await readSettled({
    client,
    chain,
    protocols: asked,
    memory,
    read: (reader, of) => readPositions(reader, chain, of, account, memory),
  })
  const { blockNumber, positions, marketsRead } = value
  if (marketsRead === 0 && !isComplete) throw new LendingUnavailableError(skipped)
  const isAtRisk = positions.some(({ status }) => status === 'AT_RISK' || status === 'LIQUIDATABLE')
  return {
    address: getAddress(account),
    chain,
    blockNumber,
    positions,
    isAtRisk: isAtRisk || (isComplete ? false : null),
    isComplete,
    totalCollateralUsd: positions.reduce((total, one) => total + one.totalCollateralUsd, 0),
    totalDebtUsd: positions.reduce((total, one) => total + one.totalDebtUsd, 0),
    unsupported: listUnsupportedLenders(chain),
    skipped,
  }
}

type Positions = {
  readonly blockNumber: bigint
  readonly positions: readonly LendingPosition[]
  readonly marketsRead: number
}

/** At one block. */
async function readPositions(
  reader: BlockReader,
  chain: ChainName,
  protocols: readonly LendingProtocol[],
  account: Address,
  memory: MarketMemory,
): Promise<Reading<Positions>> {
  const reading = await tryMarkets(reader, chain, protocols, memory)
  const failures: ReadFailure[] = [...reading.failures]
  const markets = reading.markets.some(lacksDollars)
    ? await valueByOthers(reader, chain, reading.markets, memory)
    : reading.markets
  const read = await Promise.all(
    markets.map(async ({ protocol, deployment, market }): Promise<readonly LendingPosition[] | null> => {
      try {
        const [found] = await protocol.getAccounts(reader, market, [account])
        return found === undefined || found.entries.length === 0 ? [] : [computePosition(protocol, market, found)]
      } catch (cause) {
        failures.push({ protocol, deployment, market: market.id, cause })
        return null
      }
    }),
  )
  const done = read.filter((one) => one !== null)
  const value = { blockNumber: reader.blockNumber, positions: done.flat(), marketsRead: done.length }
  return { value, failures }
}

/** Another protocol may know what the unit of these is worth. */
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
