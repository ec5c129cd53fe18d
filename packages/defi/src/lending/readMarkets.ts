import type { Deployment } from '@outrigger/calldata'
import { type ChainName, OutriggerError } from '@outrigger/core'
import type { BlockReader } from '../reads/blockReader.ts'
import type { Market } from './market.ts'
import { valueMarkets } from './prices.ts'
import type { LendingProtocol } from './protocol.ts'
import { type ReadFailure, type SkippedProtocol, toSkippedProtocols } from './readFailure.ts'

/** A market with the protocol that defines its arithmetic. */
export type ReadMarket = {
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
  readonly market: Market
}

type MarketsReading = { readonly markets: readonly ReadMarket[]; readonly skipped: readonly SkippedProtocol[] }

/**
 * None of the requested lending protocols can be read. `skipped` contains the reasons. The same call may succeed
 * later.
 */
export class LendingUnavailableError extends OutriggerError {
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

/** Marks a deployment that had no contract at an earlier block. */
export const absent: readonly Market[] = []

export const toMemoryKey = (protocol: LendingProtocol, { address }: Deployment) => `${protocol.id} ${address}`

/**
 * Reads all markets of the protocols on a chain at the reader's block, with dollar values if any market has them.
 * Deployments that do not respond and protocols that are not on the chain are in `skipped`. Immutable facts in `memory`
 * are not read again, and new results are added to it.
 *
 * @throws {LendingUnavailableError} if deployments exist and none can be read
 */
export async function readMarkets(
  reader: BlockReader,
  chain: ChainName,
  protocols: readonly LendingProtocol[],
  memory: MarketMemory = new Map(),
): Promise<MarketsReading> {
  const { markets, failures } = await tryMarkets(reader, chain, protocols, memory)
  const { skipped, isComplete } = toSkippedProtocols(failures, chain)
  if (markets.length === 0 && !isComplete) throw new LendingUnavailableError(skipped)
  return { markets, skipped }
}

/** Like `readMarkets`, with the original failures. */
export async function tryMarkets(
  reader: BlockReader,
  chain: ChainName,
  protocols: readonly LendingProtocol[],
  memory: MarketMemory = new Map(),
): Promise<{ readonly markets: readonly ReadMarket[]; readonly failures: readonly ReadFailure[] }> {
  const failures: ReadFailure[] = []
  const found = await Promise.all(
    protocols.flatMap((protocol) =>
      (protocol.deployments[chain] ?? []).map(async (deployment): Promise<readonly ReadMarket[]> => {
        const key = toMemoryKey(protocol, deployment)
        try {
          const known = memory.get(key)
          const markets = await protocol.getMarkets(reader, chain, deployment, known?.length ? known : undefined)
          memory.set(key, markets)
          return markets.map((market) => ({ protocol, deployment, market }))
        } catch (cause) {
          failures.push({ protocol, deployment, market: deployment.address, cause })
          return []
        }
      }),
    ),
  )
  const markets = found.flat()
  const valued = valueMarkets(markets.map(({ market }) => market))
  return { markets: markets.map((one, index) => ({ ...one, market: valued[index] ?? one.market })), failures }
}
