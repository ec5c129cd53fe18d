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

/**
 * All markets of the protocols on a chain at the reader's block, valued in dollars where any of them tells how. A
 * deployment that does not answer is in `skipped`; one that is not on the chain is neither.
 *
 * @throws {LendingUnavailableError} some are there, and none can be read
 */
export async function readMarkets(
  reader: BlockReader,
  chain: ChainName,
  protocols: readonly LendingProtocol[],
): Promise<MarketsReading> {
  const skipped: SkippedProtocol[] = []
  const found = await Promise.all(
    protocols.flatMap((protocol) =>
      (protocol.deployments[chain] ?? []).map(async (deployment): Promise<readonly ReadMarket[]> => {
        try {
          const markets = await protocol.getMarkets(reader, chain, deployment)
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
