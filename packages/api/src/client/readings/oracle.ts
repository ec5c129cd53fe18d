import type { Response } from '../../contract/contract.ts'
import type {
  BeaconReading,
  FreshnessReading,
  GasHistoryReading,
  GasReading,
  GasTierReading,
  LrtReading,
  PaidReading,
} from '../../outrigger/readings.ts'
import { toUnits } from '../../units.ts'

export function toGasReading(answer: Response<'oracleGas'>): GasReading {
  const { slow, standard, fast, instant } = answer
  return {
    ...toFreshness(answer),
    chain: answer.chain,
    blockNumber: BigInt(answer.block_number),
    baseFeePerGas: toWei(answer.base_fee_gwei),
    nextBaseFeePerGas: toWei(slow.base_fee_gwei),
    tiers: { slow: toTier(slow), standard: toTier(standard), fast: toTier(fast), instant: toTier(instant) },
    congestion: answer.network_congestion,
    providerStatus: answer.provider_status,
    failoverActive: answer.failover_active,
  }
}

export function toGasHistoryReading(answer: Response<'gasHistory'>): GasHistoryReading {
  const { chain, history, average, min, max, coverage } = answer
  return {
    chain,
    bars: history.map(({ timestamp, ...fees }) => ({ startMs: Date.parse(timestamp), ...toPaid(fees) })),
    average: toPaid(average),
    min: toPaid(min),
    max: toPaid(max),
    coverage: {
      ...coverage,
      gaps: coverage.gaps.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })),
    },
  }
}

const toPaid = ({ slow, standard, fast, instant }: Response<'gasHistory'>['average']): PaidReading => ({
  slow: toWei(slow),
  standard: toWei(standard),
  fast: toWei(fast),
  instant: toWei(instant),
})

export function toLrtReading({ rates, eth_price_usd, ...freshness }: Response<'oracleLrtRates'>): LrtReading {
  const entries = Object.entries(rates).map(([symbol, { token, rate, rate_wei, inverse_rate, protocol }]) => [
    symbol,
    { token, rate, rateWei: BigInt(rate_wei), inverseRate: inverse_rate, protocol },
  ])
  return { ...toFreshness(freshness), rates: Object.fromEntries(entries), ethPriceUsd: eth_price_usd }
}

export function toBeaconReading({ slot, validators, ...answer }: Response<'oracleBeaconStatus'>): BeaconReading {
  return {
    ...toFreshness(answer),
    syncStatus: answer.sync_status,
    syncDistance: answer.sync_distance,
    slot: {
      slot: slot.slot,
      epoch: slot.epoch,
      finalizedEpoch: slot.finalized_epoch,
      justifiedEpoch: slot.justified_epoch,
    },
    validators: {
      total: validators.total_validators,
      pending: validators.pending_validators,
      exiting: validators.exiting_validators,
    },
    network: answer.network,
  }
}

const toWei = (gwei: number) => toUnits(gwei, 9)

function toTier(tier: Response<'oracleGas'>['slow']): GasTierReading {
  return {
    baseFeePerGas: toWei(tier.base_fee_gwei),
    maxPriorityFeePerGas: toWei(tier.priority_fee_gwei),
    maxFeePerGas: toWei(tier.max_fee_gwei),
  }
}

type WireFreshness = Pick<Response<'oracleGas'>, 'timestamp' | 'source' | 'stale' | 'ttl_seconds'>

function toFreshness({ timestamp, source, stale, ttl_seconds }: WireFreshness): FreshnessReading {
  return { source, stale, ttlMs: ttl_seconds * 1000, timestampMs: Date.parse(timestamp) }
}
