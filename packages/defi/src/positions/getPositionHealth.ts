import { type ChainName, OutriggerError } from '@outrigger/core'
import { type ChainOption, type ClientOption, getClientChain, toClient } from '@outrigger/core/internal'
import { type Address, getAddress, InvalidAddressError, isAddress, type PublicClient } from 'viem'
import type { LendingProtocol } from '../lending/protocol.ts'
import { LendingUnavailableError, type MarketMemory } from '../lending/readMarkets.ts'
import { readSettled } from '../lending/readSettled.ts'
import { lendingProtocols } from '../lending/registry.ts'
import { listUnsupportedLenders } from '../lending/unsupported.ts'
import type { PositionHealth } from './position.ts'
import { readPositions } from './readPositions.ts'

/** Options of `getPositionHealth`. Only `address` is required. */
export type PositionHealthOptions = {
  /** In any letter case. A mixed-case address must have a valid EIP-55 checksum. */
  readonly address: Address
  /** @default all protocols on the chain */
  readonly protocols?: readonly LendingProtocol[]
  /** @default the client's chain */
  readonly chain?: ChainOption
  /**
   * Cache of market data. Create one empty map per chain and pass it with every call. Without it, each call reads the logs
   * of all Morpho markets, which takes hundreds of requests if the provider limits log ranges.
   */
  readonly memory?: MarketMemory
}

/** None of the requested protocols is on the chain, or the chain has no profile. `lendingProtocols` lists all protocols. */
export class NoLendingError extends OutriggerError {
  readonly code = 'NO_LENDING'
  constructor(chain: string) {
    super(
      `None of the requested lending protocols is known on ${chain}. \`lendingProtocols\` lists all known protocols.`,
    )
  }
}

/**
 * Returns everything an address has lent and borrowed, at one block. Amounts are rounded like in each contract. Values are
 * in US dollars by each protocol's own oracle. It needs a few `eth_call`s of Multicall3, for any number of protocols.
 *
 * Failed reads are retried at newer blocks. Protocols that still fail are in `skipped`, and `isComplete` is false, so
 * that an account with a missing part is never reported as safe. `unsupported` lists the chain's lenders that are not
 * read.
 *
 * @throws {NoLendingError}
 * @throws {LendingUnavailableError} if no protocol can be read; if some can, the others are in `skipped`
 * @throws {InvalidAddressError} viem's error for an invalid address or a wrong checksum
 * @throws the client's error if no provider responds
 * @example
 * const { positions, isAtRisk } = await getPositionHealth(client, { address: '0x…' })
 * positions[0]?.healthFactor // 1043127700000000000n
 */
export async function getPositionHealth(
  client: ClientOption,
  { address, protocols = lendingProtocols, chain: given, memory = new Map() }: PositionHealthOptions,
): Promise<PositionHealth> {
  const viemClient = toClient(client)
  const isOneCase = address === address.toLowerCase() || address === address.toUpperCase().replace('0X', '0x')
  if (!isAddress(address, { strict: !isOneCase })) throw new InvalidAddressError({ address })
  const { chain, deployed } = await selectProtocols(viemClient, protocols, given)

  const account = address.toLowerCase() as Address
  const { value, skipped, isComplete } = await readSettled({
    client: viemClient,
    chain,
    protocols: deployed,
    memory,
    read: (reader, of) => readPositions(reader, { chain, protocols: of, memory, select: () => [account] }),
  })
  const { blockNumber, accounts, marketsRead } = value
  const positions = accounts.flatMap((one) => one.positions)
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

/**
 * Returns the client's chain and the protocols on it.
 *
 * @throws {NoLendingError}
 */
export async function selectProtocols(
  client: PublicClient,
  protocols: readonly LendingProtocol[],
  given: ChainOption | undefined,
): Promise<{ readonly chain: ChainName; readonly deployed: readonly LendingProtocol[] }> {
  const { name } = (await getClientChain(client, given)) ?? { name: 'this chain' }
  const chain = name as ChainName
  const deployed = protocols.filter(({ deployments }) => (deployments[chain] ?? []).length > 0)
  if (deployed.length === 0) throw new NoLendingError(name)
  return { chain, deployed }
}
