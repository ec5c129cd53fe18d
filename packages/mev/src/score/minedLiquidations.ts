import type { ChainLog, ProviderPool } from '@outrigger/core'
import { type Address, decodeEventLog, type Hex, parseAbi, toEventSelector } from 'viem'

/** A liquidation in a block. Amounts are in base units of the two tokens. */
export type MinedLiquidation = {
  readonly transaction: Hex
  readonly borrower: Address
  readonly collateralToken: Address
  readonly collateralAmount: bigint
  readonly debtToken: Address
  readonly debtAmount: bigint
}

// Aave v2, Aave v3, Spark and their forks emit this event. Other lenders do not log both tokens and both amounts.
const abi = parseAbi([
  'event LiquidationCall(address indexed collateralAsset, address indexed debtAsset, address indexed user, uint256 debtToCover, uint256 liquidatedCollateralAmount, address liquidator, bool receiveAToken)',
])
const topic = toEventSelector(abi[0])

/**
 * Reads the liquidations of a block whose logs include both tokens and both amounts. Sends one `eth_getLogs` request.
 *
 * @throws {AllProvidersFailedError}
 */
export async function readMinedLiquidations(
  pool: Pick<ProviderPool, 'send'>,
  { hash, signal }: { readonly hash: Hex; readonly signal: AbortSignal },
): Promise<readonly MinedLiquidation[]> {
  const request = { method: 'eth_getLogs', params: [{ blockHash: hash, topics: [topic] }] }
  const { result } = await pool.send<readonly ChainLog[]>(request, { signal })
  return Array.isArray(result) ? result.flatMap((log) => toLiquidation(log, hash)) : []
}

function toLiquidation(log: Partial<ChainLog> | null, hash: Hex): readonly MinedLiquidation[] {
  if (log?.blockHash !== hash || !Array.isArray(log.topics) || typeof log.data !== 'string') return []
  try {
    const { args } = decodeEventLog({ abi, topics: log.topics as [Hex, ...Hex[]], data: log.data as Hex })
    const lower = (address: string) => address.toLowerCase() as Address
    return [
      {
        transaction: log.transactionHash ?? '0x',
        borrower: lower(args.user),
        collateralToken: lower(args.collateralAsset),
        collateralAmount: args.liquidatedCollateralAmount,
        debtToken: lower(args.debtAsset),
        debtAmount: args.debtToCover,
      },
    ]
  } catch {
    // Any contract may emit a log with this topic and data that does not decode.
    return []
  }
}
