import type { GasHistoryReading } from '@outrigger/api'
import { contract, encode, type Response } from '@outrigger/api/contract'
import { toGwei } from '@outrigger/core'
import type { FeeBars, GasPrice, GasTierName, GasTiming, TransactionFee } from '@outrigger/oracle'
import { toWaitText } from '@outrigger/oracle/internal'
import { formatEther } from 'viem'
import { isQuoted } from '../node/gasHistoryReading.ts'

export const transferGas = 21_000n
const tierNames = ['slow', 'standard', 'fast', 'instant'] as const satisfies readonly GasTierName[]
type PerTier<value> = { [tier in GasTierName]: value }

const perTier = <value>(of: (tier: GasTierName) => value): PerTier<value> => ({
  slow: of('slow'),
  standard: of('standard'),
  fast: of('fast'),
  instant: of('instant'),
})

/** Returns base fee plus tip, which is the price paid and not the fee cap. */
const toPaid = ({ tiers }: Pick<GasPrice, 'tiers'>): PerTier<number> =>
  perTier((name) => toGwei(tiers[name].baseFeePerGas + tiers[name].maxPriorityFeePerGas))

type Aged = Pick<GasPrice, 'stale' | 'timestampMs'>
/** The common fields of quotes from the library and from a client. */
type Quoted = Aged & Pick<GasPrice, 'chain' | 'tiers'>

/** Returns the age of an answer that combines several prices, which is the age of the oldest. */
export const toWireAge = (prices: readonly Aged[], nowMs: number) => ({
  stale: prices.some(({ stale }) => stale),
  // An age in tenths of a second is precise enough.
  age_seconds: Math.max(0, ...prices.map(({ timestampMs }) => Math.round((nowMs - timestampMs) / 100) / 10)),
})

export function toWireGasNow(price: GasPrice, nowMs: number): Response<'gasCurrent'> {
  const timestamp = new Date(price.timestampMs).toISOString()
  return { chain: price.chain, ...toPaid(price), timestamp, unit: 'gwei', ...toWireAge([price], nowMs) }
}

export function toWireComparison(prices: readonly Quoted[], nowMs: number) {
  const comparison = prices.map((price) => ({
    chain: price.chain,
    standard: toPaid(price).standard,
    unit: 'gwei' as const,
    ...toWireAge([price], nowMs),
  }))
  const ascending = [...comparison].sort((a, b) => a.standard - b.standard)
  return {
    comparison,
    cheapest: ascending[0]?.chain ?? '',
    most_expensive: ascending.at(-1)?.chain ?? '',
    timestamp: new Date(nowMs).toISOString(),
  }
}

export function toWireUnifiedGas(price: GasPrice, nowMs: number): Response<'blockchainGas'>['data'] {
  return {
    chain: price.chain,
    block_number: Number(price.blockNumber),
    timestamp: new Date(price.timestampMs).toISOString(),
    ...toPaid(price),
    base_fee: toGwei(price.nextBaseFeePerGas),
    suggested_tip: perTier((name) => toGwei(price.tiers[name].maxPriorityFeePerGas)),
    ...toWireAge([price], nowMs),
  }
}

const toTime = (seconds: number) => new Date(seconds * 1000).toISOString()

function toWireCoverage({ coverage: { share, blocks, gaps } }: FeeBars) {
  return { share, blocks, gaps: gaps.map((gap) => ({ from: toTime(gap.fromTime), to: toTime(gap.toTime) })) }
}

export const toWireGasHistory = (history: GasHistoryReading): Response<'gasHistory'> =>
  encode(contract.gasHistory.response, history)

export function toWireUnifiedHistory(answer: FeeBars): Response<'blockchainGasHistory'>['data'] {
  return {
    chain: answer.chain,
    history: answer.bars.filter(isQuoted).map(({ timestamp, tiers: { standard }, baseFeePerGas }) => ({
      timestamp: toTime(timestamp),
      avg_gas: toGwei(standard.average),
      min_gas: toGwei(standard.min),
      max_gas: toGwei(standard.max),
      base_fee: toGwei(baseFeePerGas.average),
    })),
    coverage: toWireCoverage(answer),
  }
}

/** @param nowMs the time that the waits start from */
export function toWireGasOptimize(
  timing: GasTiming,
  price: Aged & Pick<GasPrice, 'blockNumber'>,
  nowMs: number,
): Response<'gasOptimize'> {
  const { chain, standardPerGas, recommendation, reasoning, trend, best, waits } = timing
  const at = (seconds: number) => new Date(nowMs + seconds * 1000).toISOString()
  // Sending immediately is right if even the best wait would not have saved anything.
  const highest = waits.reduce((most, { confidence }) => Math.max(most, confidence), 0)
  const sendConfidence = waits.length === 0 ? null : 1 - highest
  return {
    chain,
    block_number: Number(price.blockNumber),
    current_gas: { standard: toGwei(standardPerGas) },
    recommendation,
    reasoning,
    suggested_action: best === null ? actions[recommendation] : `Wait ${toWaitText(best.seconds)}, then send.`,
    predicted_trend: trend,
    optimal_time_window: best === null ? 'now' : `${at(best.seconds)}/${at(best.seconds + 3600)}`,
    expected_saving_percent: best === null ? 0 : Math.round(1000 * best.saving) / 10,
    confidence_score: best === null ? sendConfidence : best.confidence,
    ...toWireAge([price], nowMs),
  }
}

const actions = {
  send_now: 'Send now.',
  wait: 'Wait.',
  use_slow: 'Send now with the slow tier.',
} as const satisfies Record<GasTiming['recommendation'], string>

const toMinutes = ({ withinMs }: Pick<GasPrice['inclusion']['standard'], 'withinMs'>): string => {
  const minutes = withinMs / 60_000
  return `${minutes} minute${minutes === 1 ? '' : 's'}`
}

export function toWireCoreEstimate(fee: TransactionFee, price: GasPrice, nowMs: number): Response<'gasEstimateChain'> {
  const of = (name: GasTierName) => ({
    gas_price: toGwei(fee.tiers[name].gasPrice),
    total_cost_eth: formatEther(fee.tiers[name].total),
    estimated_time: toMinutes(price.inclusion[name]),
  })
  const { calibration, confidence } = price.inclusion.standard
  return {
    chain_id: fee.chain,
    estimated_gas_limit: Number(fee.gasLimit),
    gas_estimates: { slow: of('slow'), standard: of('standard'), fast: of('fast') },
    optimization_tips: toTips(fee, price),
    confidence_score: price.stale ? 0 : (calibration?.coverage ?? confidence),
    timestamp: new Date(nowMs).toISOString(),
    ...toWireAge([price], nowMs),
  }
}

export function toWireEnvelopeEstimate(fee: TransactionFee, usdPerNative: number) {
  const costs = tierNames.map((name) => {
    const { gasPrice, total } = fee.tiers[name]
    const usd = (Number(total) / 1e18) * usdPerNative
    return [name, { gas_gwei: toGwei(gasPrice), total_eth: formatEther(total), total_usd: usd.toFixed(6) }]
  })
  return { gas_limit: Number(fee.gasLimit), estimated_cost: Object.fromEntries(costs) }
}

/** Returns suggestions that would reduce the cost, if the figures support them. */
function toTips({ tiers, gasLimit }: TransactionFee, { congestion, inclusion }: GasPrice): string[] {
  const { l1, total } = tiers.standard
  const saved = 100 - Number((tiers.slow.total * 100n) / (tiers.fast.total || 1n))
  const l1Percent = Number((l1 * 100n) / (total || 1n))
  return [
    ...(saved >= 5
      ? [`The slow tier costs ${saved} % less than fast, if you can wait ${toMinutes(inclusion.slow)}.`]
      : []),
    ...(l1Percent >= 30
      ? [`${l1Percent} % of the cost pays for data on L1. Fewer bytes of calldata reduce the cost.`]
      : []),
    ...(congestion === 'high' || congestion === 'critical' ? ['The chain is busy now. Sending later is cheaper.'] : []),
    ...(gasLimit > 1_000_000n
      ? ['The transaction uses much gas. Several such actions in one call may share part of the gas.']
      : []),
  ]
}
