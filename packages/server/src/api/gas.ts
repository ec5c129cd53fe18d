import { contract, decode, encode, type Fault, gasChains, unifiedGasChains } from '@outrigger/api/contract'
import { computeIntrinsicGas } from '@outrigger/core/internal'
import type { FeeRequest } from '@outrigger/oracle'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { toChainName } from '../node/chainName.ts'
import { toEvmAddress } from '../node/evmAddress.ts'
import { evmChains } from '../node/evmChains.ts'
import type { GasBacktests } from '../node/gasBacktests.ts'
import { type GasHistories, readGasHistory, readTiming } from '../node/gasHistory.ts'
import { toGasHistoryReading } from '../node/gasHistoryReading.ts'
import { createInclusion } from '../node/inclusion.ts'
import { requirePool } from '../node/perChain.ts'
import type { Api } from './fulfilment.ts'
import { type Lists, toLists } from './gasLists.ts'
import { createGasQuestions, type GasQuestionParts, toMetadata } from './gasQuestions.ts'
import {
  toWireAge,
  toWireEnvelopeEstimate,
  toWireGasHistory,
  toWireGasNow,
  toWireGasOptimize,
  toWireUnifiedGas,
  toWireUnifiedHistory,
  transferGas,
} from './gasWire.ts'

export type GasApiParts = GasQuestionParts & {
  readonly gasHistories: GasHistories
  readonly gasBacktests: GasBacktests
}

type GasApi = Pick<
  Api,
  | 'gasCurrent'
  | 'gasCompare'
  | 'gasBacktest'
  | 'gasInclusion'
  | 'gasHistory'
  | 'gasOptimize'
  | 'gasEstimate'
  | 'gasEstimateChain'
  | 'blockchainGas'
  | 'blockchainGasHistory'
>

type Estimate = Lists & {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly value?: string | null | undefined
  readonly data?: string | undefined
}

const someAddress = `0x${'11'.repeat(20)}` as const

/** Gas of transactions without a given destination. A swap goes through a router. */
const usualGas = { transfer: transferGas, swap: 180_000n, contract_call: 100_000n } as const

export function createGasApi(parts: GasApiParts): GasApi {
  const { pools, gas, gasHistories, gasBacktests, clock } = parts
  const getInclusion = createInclusion(pools, gas)
  const { priceOf, coinOf, estimate, estimateCore, compareCore, compareEnvelope } = createGasQuestions(parts)
  return {
    async gasCurrent({ chain }) {
      return toWireGasNow(await priceOf(requirePool(pools, chain, gasChains)), clock.now())
    },
    async gasCompare({ chains: list, format }) {
      const startedMs = performance.now()
      const named = list?.split(',').flatMap((name) => toChainName(name.trim()) || [])
      if (format === 'envelope') return compareEnvelope(named ?? evmChains.filter((name) => pools[name]), startedMs)
      if (named === undefined || named.length === 0) throw refuse({ path: 'query.chains', message: 'is required' })
      return compareCore([...new Set(named)])
    },
    async gasInclusion({ chain, ...query }) {
      const parameters = decode(contract.gasInclusion.query, query)
      return encode(contract.gasInclusion.response, await getInclusion(chain, parameters))
    },
    async gasBacktest({ chain }) {
      return encode(contract.gasBacktest.response, await gasBacktests.get(chain))
    },
    async gasHistory({ chain, days = 7, interval = '1h' }) {
      const pool = requirePool(pools, chain, gasChains)
      const bars = await readGasHistory(gasHistories, pool, { seconds: days * 86_400, resolution: interval })
      return toWireGasHistory(toGasHistoryReading(bars))
    },
    async gasOptimize({ chain }) {
      const pool = requirePool(pools, chain, gasChains)
      const price = await priceOf(pool)
      return toWireGasOptimize(await readTiming(gasHistories, pool, price), price, clock.now())
    },
    async gasEstimate({
      chain_id,
      chain,
      from_address,
      to_address,
      from,
      to,
      value,
      data,
      transaction_type,
      ...lists
    }) {
      const startedMs = performance.now()
      if ((chain_id === undefined) === (chain === undefined))
        throw refuse({ path: 'body', message: 'needs one of chain_id and chain' })
      if (chain_id !== undefined) {
        const plain = toRequest({ from: from_address, to: to_address, value, data, ...lists }, transaction_type)
        return estimateCore(toChainName(chain_id), plain)
      }
      const name = chain as string
      const pool = requirePool(pools, name, evmChains)
      const request = toRequest({ from, to, value, data, ...lists }, transaction_type)
      const [price, coin] = await Promise.all([priceOf(pool), coinOf(name)])
      const costs = toWireEnvelopeEstimate(await estimate(pool, request, price), coin.priceUsd)
      return {
        success: true,
        data: { ...costs, ...toWireAge([price, coin], clock.now()) },
        metadata: toMetadata(startedMs, name),
      }
    },
    gasEstimateChain: async ({ chain, ...transaction }) => {
      requirePool(pools, chain, gasChains)
      return estimateCore(chain, toRequest(transaction))
    },
    async blockchainGas({ chain }) {
      const startedMs = performance.now()
      const pool = requirePool(pools, chain, unifiedGasChains)
      const isCached = gas.peek(pool.chain) !== undefined
      const price = await priceOf(pool)
      return {
        success: true,
        data: toWireUnifiedGas(price, clock.now()),
        metadata: toMetadata(startedMs, chain, isCached),
      }
    },
    async blockchainGasHistory({ chain, hours = 24, resolution = '1h' }) {
      const startedMs = performance.now()
      const pool = requirePool(pools, chain, unifiedGasChains)
      const bars = await readGasHistory(gasHistories, pool, { seconds: hours * 3600, resolution })
      return { success: true, data: toWireUnifiedHistory(bars), metadata: toMetadata(startedMs, chain) }
    },
  }
}

const refuse = (fault: Fault) => new InvalidParameterError([fault])

function toRequest(estimate: Estimate, kind?: keyof typeof usualGas): FeeRequest {
  const { from, to, value, data } = estimate
  const lists = toLists(estimate)
  const request = {
    ...(from !== undefined && { from: toEvmAddress(from) }),
    ...(to !== undefined && { to: toEvmAddress(to) }),
    ...(value && { value: BigInt(value) }),
    ...(data !== undefined && { data: data as `0x${string}` }),
    ...lists,
  }
  const isBare = to === undefined && (data === undefined || data === '0x') && !lists.authorizationList
  if (!isBare) return request
  // Without a call to execute, uses the usual gas of its kind plus that of its lists, sent to an arbitrary address.
  const listed = computeIntrinsicGas({ to: someAddress, ...lists }) - transferGas
  return { ...request, gas: usualGas[kind ?? 'transfer'] + listed, to: someAddress }
}
