import { type MempoolStreamFilter, type Response, toUnits } from '@outrigger/api/contract'
import { compoundMarkets, type LiquidationAction } from '@outrigger/calldata'
import { toGwei } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import type { MempoolFilter, MempoolTransaction, MevOpportunity, SwapDetails } from '@outrigger/mempool'
import type { Address } from 'viem'

type WireTransaction = Response<'mempoolPending'>['transactions'][number]
type WireLiquidation = Response<'mempoolLiquidations'>['liquidations'][number]

export function toWireTransaction(entry: MempoolTransaction): WireTransaction {
  const { transaction, classification, mev, symbols } = entry
  return {
    hash: transaction.hash,
    from: transaction.from,
    to: transaction.to,
    value_eth: toEther(transaction.value),
    gas_price_gwei: toGwei(transaction.maxFeePerGas),
    gas_limit: Number(transaction.gas),
    nonce: transaction.nonce,
    input_data: transaction.input,
    tx_type: classification.type,
    timestamp: new Date(entry.firstSeenMs).toISOString(),
    priority_score: entry.priorityScore,
    ...(classification.swap && { swap_details: toWireSwap(classification.swap, symbols) }),
    ...(mev && { mev_opportunity: toWireOpportunity(mev) }),
  }
}

// For an exact-output swap, `amount_in` is the maximum input and `amount_out_min` the exact output.
export function toWireSwap(
  swap: SwapDetails,
  symbols: readonly string[],
): NonNullable<WireTransaction['swap_details']> {
  return {
    dex: swap.dex,
    token_in: swap.tokenIn,
    token_out: swap.tokenOut,
    amount_in: String(swap.amountIn ?? 0n),
    amount_out_min: String(swap.amountOut ?? 0n),
    path: [...symbols],
  }
}

/** Returns the value with field names in snake case. */
export function toSnakeCase<field>(value: Readonly<Record<string, field>>): Record<string, field> {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [toSnakeName(name), field]))
}

/** Caches our own field names: about a hundred names, each used in thousands of messages. */
const snakeNames = new Map<string, string>()

const toSnakeName = (name: string): string =>
  getOrCreate(snakeNames, name, () => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

function toWireOpportunity(mev: MevOpportunity): NonNullable<WireTransaction['mev_opportunity']> {
  return {
    type: mev.type,
    estimated_profit_eth: mev.estimatedProfitEth,
    confidence: mev.confidence,
    details: toSnakeCase(mev.details),
  }
}

/** Returns one entry per position that a transaction liquidates. */
export function toWireLiquidations({
  transaction,
  classification,
  firstSeenMs,
}: MempoolTransaction): WireLiquidation[] {
  return classification.actions
    .filter((action): action is LiquidationAction => action.kind === 'liquidation')
    .map((action) => ({
      hash: transaction.hash,
      protocol: action.protocol,
      borrower: action.borrower,
      liquidator: action.liquidator ?? transaction.from,
      collateral_token: toUnderlying(action.collateralToken),
      debt_token: action.debtToken,
      debt_to_cover: action.debtToCover === null ? null : String(action.debtToCover),
      gas_price_gwei: toGwei(transaction.maxFeePerGas),
      timestamp: new Date(firstSeenMs).toISOString(),
    }))
}

/**
 * Maps a token to the underlying token that was lent or deposited, because Compound's calldata names the cToken that is seized.
 */
function toUnderlying(token: Address | null): Address | null {
  return token === null ? null : (compoundMarkets[token] ?? token)
}

/** Converts a filter of the API to one of the library. */
export function toMempoolFilter(filter: MempoolStreamFilter): MempoolFilter {
  const { tx_types, dex_protocols, addresses } = filter
  return {
    ...(tx_types && { types: tx_types }),
    ...(dex_protocols && { dexes: dex_protocols }),
    ...(addresses && { addresses: addresses as `0x${string}`[] }),
    ...(filter.min_value_eth !== undefined && { minValue: toUnits(filter.min_value_eth, 18) }),
    ...(filter.min_gas_price_gwei !== undefined && { minGasPrice: toUnits(filter.min_gas_price_gwei, 9) }),
    ...(filter.max_gas_price_gwei !== undefined && { maxGasPrice: toUnits(filter.max_gas_price_gwei, 9) }),
    ...(filter.include_mev && { onlyMev: true }),
  }
}

export function toEther(wei: bigint): number {
  return Number(wei) / 1e18
}
