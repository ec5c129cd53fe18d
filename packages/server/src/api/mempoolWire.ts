import type { Response } from '@outrigger/api/contract'
import { compoundMarkets, type LiquidationAction } from '@outrigger/calldata'
import { toGwei } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import type { MempoolTransaction, MevOpportunity, SwapDetails } from '@outrigger/mempool'
import type { Address } from 'viem'

type WireTransaction = Response<'mempoolPending'>['transactions'][number]

/**
 * Converts a transaction to its wire form. It is written out, because `encode` takes ten times as long and every
 * pending transaction of a stream is converted here.
 */
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
export function toLiquidations({ transaction, classification, firstSeenMs }: MempoolTransaction) {
  const { hash, from, maxFeePerGas } = transaction
  return classification.actions
    .filter((action): action is LiquidationAction => action.kind === 'liquidation')
    .map((action) => ({
      ...action,
      hash,
      liquidator: action.liquidator ?? from,
      collateralToken: toUnderlying(action.collateralToken),
      maxFeePerGas,
      firstSeenMs,
    }))
}

/**
 * Maps a token to the underlying token that was lent or deposited, because Compound's calldata names the cToken that is seized.
 */
function toUnderlying(token: Address | null): Address | null {
  return token === null ? null : (compoundMarkets[token] ?? token)
}

export function toEther(wei: bigint): number {
  return Number(wei) / 1e18
}
