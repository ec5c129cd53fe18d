import { ApiAnswerError, createApiClient } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'
import { fromGwei, OutriggerError, redactUrl, sleep } from '@outrigger/core'
import type { GasReading, Readings } from './readings.ts'

const pollMs = 1_000
const gasChains = ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'avalanche']

class NotRestError extends OutriggerError {
  readonly code = 'USAGE'
  constructor(url: string) {
    super(
      `The gateway of a node listens at ${redactUrl(url)}, and speaks JSON-RPC only. --node takes the address of its REST interface, by default http://127.0.0.1:8787.`,
    )
  }
}

type WireFreshness = Pick<Response<'oracleGas'>, 'timestamp' | 'source' | 'stale' | 'ttl_seconds'>

/** The health of the providers is public; only the other listener of a node asks for a key, or knows no such path. */
const isOfGateway = (error: unknown): boolean =>
  error instanceof ApiAnswerError && error.requestId !== null && [401, 404].includes(error.status)

/** Asks a running node; its answers come back in the library's names and units. */
export async function createNodeReadings(url: string, apiKey: string | undefined): Promise<Readings> {
  const baseUrl = /\/api\/?$/.test(url) ? url : `${url.replace(/\/+$/, '')}/api`
  const api = createApiClient({ baseUrl, ...(apiKey && { apiKey }) })
  const { providers } = await api.oracleHealth().catch((error: unknown) => {
    throw isOfGateway(error) ? new NotRestError(url) : error
  })
  const getGas = async (chain: string) => toGasReading(await api.oracleGas({ chain }))
  const close = async () => {}

  return {
    chains: gasChains.filter((chain) => Object.hasOwn(providers, chain)),
    getGas,
    async watchGas(chains, on, signal) {
      const last = new Map<string, string>()
      while (!signal.aborted) {
        for (const chain of chains) {
          try {
            const reading = await getGas(chain)
            const state = `${reading.blockNumber} ${reading.source} ${reading.stale}`
            if (last.get(chain) !== state) on.gas(reading)
            last.set(chain, state)
          } catch (error) {
            on.failure(chain, error)
          }
        }
        await sleep(pollMs, signal)
      }
    },
    async getLrt(tokens) {
      const { rates, eth_price_usd, ...freshness } = await api.oracleLrtRates(tokens && { tokens: tokens.join(',') })
      const entries = Object.entries(rates).map(([symbol, { token, rate, rate_wei, inverse_rate, protocol }]) => [
        symbol,
        { token, rate, rateWei: BigInt(rate_wei), inverseRate: inverse_rate, protocol },
      ])
      return { ...toFreshness(freshness), rates: Object.fromEntries(entries), ethPriceUsd: eth_price_usd }
    },
    async getBeacon() {
      const { sync_status, sync_distance, slot, validators, network, ...freshness } = await api.oracleBeaconStatus()
      return {
        ...toFreshness(freshness),
        syncStatus: sync_status,
        syncDistance: sync_distance,
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
        network,
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function toGasReading(answer: Response<'oracleGas'>): GasReading {
  const { slow, standard, fast, instant } = answer
  return {
    ...toFreshness(answer),
    chain: answer.chain,
    blockNumber: BigInt(answer.block_number),
    baseFeePerGas: fromGwei(answer.base_fee_gwei),
    nextBaseFeePerGas: fromGwei(slow.base_fee_gwei),
    tiers: { slow: toTier(slow), standard: toTier(standard), fast: toTier(fast), instant: toTier(instant) },
    congestion: answer.network_congestion,
    providerStatus: answer.provider_status,
    failoverActive: answer.failover_active,
  }
}

function toTier(tier: Response<'oracleGas'>['slow']) {
  return {
    baseFeePerGas: fromGwei(tier.base_fee_gwei),
    maxPriorityFeePerGas: fromGwei(tier.priority_fee_gwei),
    maxFeePerGas: fromGwei(tier.max_fee_gwei),
  }
}

function toFreshness({ timestamp, source, stale, ttl_seconds }: WireFreshness) {
  return { source, stale, ttlMs: ttl_seconds * 1000, timestampMs: Date.parse(timestamp) }
}
