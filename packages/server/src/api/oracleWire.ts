import type { Response } from '@outrigger/api/contract'
import { toGwei } from '@outrigger/core'
import type { BeaconStatus, Freshness, GasPrice, LrtRates } from '@outrigger/oracle'
import type { GasTier } from '@outrigger/oracle/internal'

export function toWireGasPrice(price: Omit<GasPrice, 'baseFeeMismatch' | 'inclusion'>): Response<'oracleGas'> {
  return {
    chain: price.chain,
    block_number: Number(price.blockNumber),
    ...toWireFreshness(price),
    base_fee_gwei: toGwei(price.baseFeePerGas),
    slow: toWireTier(price.tiers.slow),
    standard: toWireTier(price.tiers.standard),
    fast: toWireTier(price.tiers.fast),
    instant: toWireTier(price.tiers.instant),
    network_congestion: price.congestion,
    provider_status: price.providerStatus,
    failover_active: price.failoverActive,
  }
}

function toWireTier(tier: GasTier): Response<'oracleGas'>['slow'] {
  return {
    base_fee_gwei: toGwei(tier.baseFeePerGas),
    priority_fee_gwei: toGwei(tier.maxPriorityFeePerGas),
    max_fee_gwei: toGwei(tier.maxFeePerGas),
  }
}

export function toWireLrtRates(answer: Omit<LrtRates, 'blockNumber' | 'skipped'>): Response<'oracleLrtRates'> {
  const rates = Object.entries(answer.rates).map(([symbol, { token, rate, rateWei, inverseRate, protocol }]) => [
    symbol,
    { token, rate, rate_wei: rateWei.toString(), inverse_rate: inverseRate, protocol },
  ])
  return { ...toWireFreshness(answer), rates: Object.fromEntries(rates), eth_price_usd: answer.ethPriceUsd }
}

export function toWireBeaconStatus({
  slot,
  validators,
  ...status
}: Omit<BeaconStatus, 'syncStatus'> & { readonly syncStatus: string }): Response<'oracleBeaconStatus'> {
  return {
    ...toWireFreshness(status),
    sync_status: status.syncStatus,
    sync_distance: status.syncDistance,
    slot: {
      slot: slot.slot,
      epoch: slot.epoch,
      finalized_epoch: slot.finalizedEpoch,
      justified_epoch: slot.justifiedEpoch,
    },
    validators: {
      total_validators: validators.total,
      pending_validators: validators.pending,
      exiting_validators: validators.exiting,
    },
    network: status.network,
  }
}

function toWireFreshness({ timestampMs, source, stale, ttlMs }: Freshness) {
  return { timestamp: new Date(timestampMs).toISOString(), source, stale, ttl_seconds: Math.ceil(ttlMs / 1000) }
}
