import type { Arguments, Response } from '../../contract/contract.ts'
import type { MempoolStreamFilter } from '../../contract/mempoolStream.ts'
import type { MempoolParameters, MempoolWatchParameters } from '../../outrigger/outrigger.ts'
import type {
  MempoolReading,
  MempoolStatsReading,
  MempoolStatusReading,
  PendingReading,
} from '../../outrigger/readings.ts'
import { fromUnits, toRoundedUnits, toUnits } from '../../units.ts'
import { dropUndefined } from './dropUndefined.ts'

type Hex = `0x${string}`
type WireTransaction = Response<'mempoolPending'>['transactions'][number]

export function toMempoolReading({ chain, transactions, stale, as_of }: Response<'mempoolPending'>): MempoolReading {
  return {
    chain,
    transactions: transactions.map((one) => toPendingReading(chain, one)),
    staleSinceMs: stale && as_of !== undefined ? Date.parse(as_of) : null,
  }
}

export function toPendingReading(chain: string, wire: WireTransaction): PendingReading {
  const { swap_details: swap, mev_opportunity: mev } = wire
  return {
    chain,
    transaction: {
      hash: wire.hash as Hex,
      from: wire.from as Hex,
      to: wire.to as Hex | null,
      input: wire.input_data as Hex,
      value: toRoundedUnits(wire.value_eth, 18),
      nonce: wire.nonce,
      gas: BigInt(wire.gas_limit),
      maxFeePerGas: toUnits(wire.gas_price_gwei, 9),
    },
    classification: { type: wire.tx_type, swap: swap === undefined ? null : toSwap(swap) },
    symbols: swap?.path ?? [],
    priorityScore: wire.priority_score,
    firstSeenMs: Date.parse(wire.timestamp),
    mev: mev ? toMev(mev) : null,
  }
}

function toMev({
  type,
  confidence,
  estimated_profit_eth,
  details,
}: NonNullable<WireTransaction['mev_opportunity']>): NonNullable<PendingReading['mev']> {
  const named = Object.entries(details).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return { type, estimatedProfitEth: estimated_profit_eth, confidence, details: Object.fromEntries(named) }
}

function toSwap(swap: NonNullable<WireTransaction['swap_details']>) {
  const amountIn = BigInt(swap.amount_in)
  return {
    dex: swap.dex,
    tokenIn: swap.token_in as Hex,
    tokenOut: swap.token_out as Hex,
    // Nobody swaps nothing: the wire says 0 where it is decided on chain.
    amountIn: amountIn === 0n ? null : amountIn,
    amountOut: BigInt(swap.amount_out_min),
  }
}

export function toMempoolStatusReading(answer: Response<'mempoolStatus'>): MempoolStatusReading {
  const { chain, connected, visibility, pending_count, stale = false, as_of } = answer
  return {
    chain,
    isConnected: connected,
    isStale: stale,
    asOfMs: as_of === undefined ? null : Date.parse(as_of),
    visibility,
    pendingCount: pending_count,
  }
}

export function toMempoolStatsReading(answer: Response<'mempoolStats'>): MempoolStatsReading {
  const { min_gwei, avg_gwei, max_gwei, median_gwei } = answer.gas_prices
  const [min, average, max, median] = [min_gwei, avg_gwei, max_gwei, median_gwei].map((gwei) => toUnits(gwei, 9))
  return {
    pendingCount: answer.total_pending,
    counts: answer.tx_counts,
    gasPrice:
      answer.total_pending === 0
        ? null
        : ({ min, average, max, median } as { [name in 'min' | 'average' | 'max' | 'median']: bigint }),
    totalValue: toRoundedUnits(answer.total_value_eth, 18),
  }
}

export function toMempoolQuery(parameters: MempoolParameters): Omit<Arguments<'mempoolPending'>, 'chain'> {
  const { type: tx_type, minValue, minGasPrice, onlyMev: mev_only, limit } = parameters
  return dropUndefined({
    tx_type,
    min_value_eth: toEther(minValue),
    min_gas_price_gwei: toGwei(minGasPrice),
    mev_only,
    limit,
  })
}

export function toMempoolFilter(parameters: MempoolWatchParameters): MempoolStreamFilter {
  const { types, minValue, minGasPrice, maxGasPrice, dexes, addresses, onlyMev: include_mev } = parameters
  return dropUndefined({
    tx_types: types && [...types],
    min_value_eth: toEther(minValue),
    min_gas_price_gwei: toGwei(minGasPrice),
    max_gas_price_gwei: toGwei(maxGasPrice),
    dex_protocols: dexes && [...dexes],
    addresses: addresses && [...addresses],
    include_mev,
  })
}

const toEther = (wei: bigint | undefined) => (wei === undefined ? undefined : fromUnits(wei, 18))
const toGwei = (wei: bigint | undefined) => (wei === undefined ? undefined : fromUnits(wei, 9))
