import { BaseError, type ChainName } from '@outrigger/core'
import { type BlockReader, LendingReadError, NoContractError } from './blockReader.ts'
import type { Market } from './market.ts'
import type { SkippedProtocol } from './position.ts'
import { valueMarkets } from './prices.ts'
import type { Deployment, LendingProtocol } from './protocol.ts'

/** A market with the protocol whose arithmetic it follows. */
export type ReadMarket = {
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
  readonly market: Market
}

export type MarketsReading = { readonly markets: readonly ReadMarket[]; readonly skipped: readonly SkippedProtocol[] }

/** Nothing of what was asked for could be read. */
export class LendingUnavailableError extends BaseError {
  readonly code = 'LENDING_UNAVAILABLE'
  override readonly retryable = true
  readonly skipped: readonly SkippedProtocol[]

  constructor(skipped: readonly SkippedProtocol[]) {
    super(
      `No lending protocol could be read. ${skipped.map(({ protocol, reason }) => `${protocol}: ${reason}`).join(' ')}`,
    )
    this.skipped = skipped
  }
}

/** The markets that were read last, by protocol and deployment. */
export type MarketMemory = Map<string, readonly Market[]>

/**
 * All markets of the protocols on a chain at the reader's block, valued in dollars where any of them tells how. A
 * deployment that does not answer is in `skipped`; one that is not on the chain is neither. What `memory` holds is not
 * asked for again where it cannot change, and it takes in what is read.
 *
 * @throws {LendingUnavailableError} some are there, and none can be read
 */
export async function readMarkets(
  reader: BlockReader,
  chain: ChainName,
  protocols: readonly LendingProtocol[],
  memory: MarketMemory = new Map(),
): Promise<MarketsReading> {
  const skipped: SkippedProtocol[] = []
  const found = await Promise.all(
    protocols.flatMap((protocol) =>
      (protocol.deployments[chain] ?? []).map(async (deployment): Promise<readonly ReadMarket[]> => {
        const key = `${protocol.id} ${deployment.address}`
        try {
          const markets = await protocol.getMarkets(reader, chain, deployment, memory.get(key))
          memory.set(key, markets)
          return markets.map((market) => ({ protocol, deployment, market }))
        } catch (cause) {
          if (!(cause instanceof NoContractError)) skipped.push(toSkipped(protocol, deployment.address, cause))
          return []
        }
      }),
    ),
  )
  const markets = found.flat()
  if (markets.length === 0 && skipped.length > 0) throw new LendingUnavailableError(skipped)
  const valued = valueMarkets(markets.map(({ market }) => market))
  return { markets: markets.map((one, index) => ({ ...one, market: valued[index] ?? one.market })), skipped }
}

export function toSkipped(protocol: LendingProtocol, market: Market['id'], cause: unknown): SkippedProtocol {
  const reason =
    cause instanceof LendingReadError || !(cause instanceof Error)
      ? String((cause as Error).message)
      : 'The provider did not answer; try again, or add another endpoint.'
  return { protocol: protocol.id, market, reason }
}
