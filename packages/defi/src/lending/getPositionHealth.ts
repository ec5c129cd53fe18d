import { BaseError, type ChainName, type ChainProfile, getClientChain } from '@outrigger/core'
import { type Address, getAddress, InvalidAddressError, isAddress, type PublicClient } from 'viem'
import { lendingProtocols } from '../protocols/lendingRegistry.ts'
import { type BlockReader, createBlockReader } from './blockReader.ts'
import { computePosition, NoDollarValueError } from './computePosition.ts'
import type { LendingPosition, PositionHealth, SkippedProtocol } from './position.ts'
import { toPriceUsd, valueMarkets } from './prices.ts'
import type { LendingProtocol } from './protocol.ts'
import { LendingUnavailableError, type MarketMemory, type ReadMarket, readMarkets, toSkipped } from './readMarkets.ts'

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

/** None of the protocols asked for is on the chain, or the chain has no profile. */
export class NoLendingError extends BaseError {
  readonly code = 'NO_LENDING'
  constructor(chain: string) {
    super(`No lending protocol that was asked for is known on ${chain}. See \`lendingProtocols\` for what is.`)
  }
}

/**
 * Everything an address has lent and borrowed, at one block: amounts by each contract's rounding, values in US dollars by
 * each protocol's own oracle. A few `eth_call`s of Multicall3, whatever the number of protocols.
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
  { address, protocols = lendingProtocols, chain: profile, memory }: PositionHealthOptions,
): Promise<PositionHealth> {
  const isOneCase = address === address.toLowerCase() || address === address.toUpperCase().replace('0X', '0x')
  if (!isAddress(address, { strict: !isOneCase })) throw new InvalidAddressError({ address })
  const { name } = profile ?? (await getClientChain(client)) ?? { name: 'this chain' }
  const chain = name as ChainName
  const asked = protocols.filter(({ deployments }) => (deployments[chain] ?? []).length > 0)
  if (asked.length === 0) throw new NoLendingError(name)

  const reader = await createBlockReader(client)
  const reading = await readMarkets(reader, chain, asked, memory)
  const markets = reading.markets.some(lacksDollars)
    ? await valueByOthers(reader, chain, reading.markets, memory)
    : reading.markets

  const skipped: SkippedProtocol[] = [...reading.skipped]
  const account = address.toLowerCase() as Address
  const positions = await Promise.all(
    markets.map(async ({ protocol, market }): Promise<readonly LendingPosition[]> => {
      try {
        const [found] = await protocol.getAccounts(reader, market, [account])
        return found === undefined || found.entries.length === 0 ? [] : [computePosition(protocol, market, found)]
      } catch (cause) {
        skipped.push(
          cause instanceof NoDollarValueError
            ? { protocol: protocol.id, market: market.id, reason: cause.message }
            : toSkipped(protocol, market.id, cause),
        )
        return []
      }
    }),
  )
  const all = positions.flat()
  if (all.length === 0 && skipped.length > 0 && skipped.length >= markets.length + reading.skipped.length)
    throw new LendingUnavailableError(skipped)
  return {
    address: getAddress(address.toLowerCase()),
    chain,
    blockNumber: reader.blockNumber,
    positions: all,
    isAtRisk: all.some(({ status }) => status === 'AT_RISK' || status === 'LIQUIDATABLE'),
    totalCollateralUsd: all.reduce((total, one) => total + one.totalCollateralUsd, 0),
    totalDebtUsd: all.reduce((total, one) => total + one.totalDebtUsd, 0),
    skipped,
  }
}

/** Another protocol may know what the unit of these is worth. */
async function valueByOthers(
  reader: BlockReader,
  chain: ChainName,
  markets: readonly ReadMarket[],
  memory: MarketMemory | undefined,
): Promise<readonly ReadMarket[]> {
  const read = new Set(markets.map(({ protocol }) => protocol.id))
  const others = await readMarkets(
    reader,
    chain,
    lendingProtocols.filter(({ id }) => !read.has(id)),
    memory,
  ).catch((cause) => {
    if (cause instanceof LendingUnavailableError) return { markets: [] }
    throw cause
  })
  const valued = valueMarkets([...markets, ...others.markets].map(({ market }) => market))
  return markets.map((one, index) => ({ ...one, market: valued[index] ?? one.market }))
}

function lacksDollars({ market }: ReadMarket): boolean {
  return market.reserves.some((reserve) => toPriceUsd(market, reserve) === null)
}
