import { type ChainName, type Clock, type ProviderPool, type RestPool, toGwei } from '@outrigger/core'
import {
  type BeaconOracle,
  type EndpointHealth,
  type Freshness,
  type GasOracle,
  type GasPrice,
  type GasTier,
  getOracleHealth,
  type LrtOracle,
  UnknownLrtError,
} from '@outrigger/oracle'
import type { Response } from '../contract/contract.ts'
import { InvalidParameterError } from '../contract/errors.ts'
import { type OracleChain, oracleChains } from '../contract/oracle.ts'
import type { Api } from './api.ts'
import { InvalidChainError, toNotConfigured } from './chainErrors.ts'
import { orUnavailable } from './orUnavailable.ts'

export type OracleParts = {
  readonly pools: { readonly [chain in ChainName]?: ProviderPool }
  readonly beaconPool: RestPool | null
  readonly gas: GasOracle
  readonly lrt: LrtOracle | null
  readonly beacon: BeaconOracle | null
  readonly clock: Clock
}

type OracleApi = Pick<Api, 'oracleGas' | 'oracleLrtRates' | 'oracleBeaconStatus' | 'oracleHealth' | 'oracleCacheClear'>

export function createOracleApi({ pools, beaconPool, gas, lrt, beacon, clock }: OracleParts): OracleApi {
  // A price is an immutable object that thousands of requests share, and so is its wire form.
  const wireForms = new WeakMap<GasPrice, Response<'oracleGas'>>()
  const toSharedWire = (price: GasPrice): Response<'oracleGas'> => {
    const wire = wireForms.get(price) ?? Object.freeze(toWireGasPrice(price))
    wireForms.set(price, wire)
    return wire
  }

  return {
    oracleGas({ chain }) {
      requireOracleChain(chain)
      if (pools[chain] === undefined) throw toNotConfigured(chain)
      // The oracle keeps its prices warm by itself, so a fresh one is the answer; only otherwise it may be worth waiting.
      const price = gas.peek(chain)
      if (price !== undefined && !price.stale) return toSharedWire(price)
      return orUnavailable(chain, () => gas.get(chain), pools[chain]).then(toSharedWire)
    },

    async oracleLrtRates({ tokens }) {
      if (lrt === null) throw toNotConfigured('ethereum')
      const symbols = tokens?.split(',').flatMap((symbol) => symbol.trim() || [])
      const answer = await orUnavailable('ethereum', () =>
        lrt.get(symbols?.length ? { tokens: symbols } : { partial: true }).catch(refuseUnknownToken),
      )
      const rates = Object.entries(answer.rates).map(([symbol, { token, rate, rateWei, inverseRate, protocol }]) => [
        symbol,
        { token, rate, rate_wei: rateWei.toString(), inverse_rate: inverseRate, protocol },
      ])
      return { ...toWireFreshness(answer), rates: Object.fromEntries(rates), eth_price_usd: answer.ethPriceUsd }
    },

    async oracleBeaconStatus() {
      if (beacon === null) throw toNotConfigured('beacon')
      const { slot, validators, ...status } = await orUnavailable('beacon', () => beacon.get())
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
    },

    oracleHealth() {
      const health = getOracleHealth([...Object.values(pools), ...(beaconPool ? [beaconPool] : [])])
      const providers = Object.entries(health.chains).map(([chain, { primary, backup }]) => [
        chain,
        { primary: toWireHealth(primary), ...(backup && { backup: toWireHealth(backup) }) },
      ])
      return {
        overall_status: health.status,
        timestamp: new Date(clock.now()).toISOString(),
        providers: Object.fromEntries(providers),
      }
    },

    oracleCacheClear({ chain }) {
      if (chain !== undefined) requireOracleChain(chain)
      const cleared = chain === undefined || pools[chain] ? [...gas.clear(chain)] : []
      if (chain === undefined) {
        if (lrt?.clear()) cleared.push('lrt')
        if (beacon?.clear()) cleared.push('beacon')
      }
      return { cleared, timestamp: new Date(clock.now()).toISOString() }
    },
  }
}

function requireOracleChain(chain: string): asserts chain is OracleChain {
  if (!(oracleChains as readonly string[]).includes(chain)) throw new InvalidChainError(chain, oracleChains)
}

function refuseUnknownToken(error: unknown): never {
  if (!(error instanceof UnknownLrtError)) throw error
  throw new InvalidParameterError([{ path: 'query.tokens', message: error.message }])
}

function toWireGasPrice(price: GasPrice): Response<'oracleGas'> {
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

function toWireFreshness({ timestampMs, source, stale, ttlMs }: Freshness) {
  return { timestamp: new Date(timestampMs).toISOString(), source, stale, ttl_seconds: Math.ceil(ttlMs / 1000) }
}

// The wire wants numbers where nothing is known yet: nothing has failed, nothing has taken time.
function toWireHealth({ status, successRate, latencyMs }: EndpointHealth) {
  return { status, success_rate: successRate ?? 1, latency_ms: Math.round((latencyMs ?? 0) * 100) / 100 }
}
