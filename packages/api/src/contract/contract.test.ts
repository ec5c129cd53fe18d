import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint, ServedEndpoint } from './endpoint.ts'
import { toPathPattern } from './paths.ts'

const endpoints = Object.entries(contract) as [string, Endpoint][]
const served = endpoints.filter((entry): entry is [string, ServedEndpoint] => entry[1].state === 'served')

// Every REST path of the interface specification.
const promised = [
  'GET /v1/health',
  'POST /v1/auth/token',
  'GET /v1/gas/{chain}',
  'GET /v1/gas/compare',
  'GET /v1/gas/{chain}/history',
  'GET /v1/gas/{chain}/optimize',
  'POST /v1/gas/estimate',
  'POST /v1/gas/estimate/{chain}',
  'GET /v1/price/{chain}/{symbol}',
  'GET /v1/price/{chain}/{symbol}/compare',
  'GET /v1/price/{chain}/{symbol}/history',
  'GET /v1/blockchain/{chain}/balance/{address}',
  'GET /v1/blockchain/{chain}/transaction/{hash}',
  'GET /v1/blockchain/{chain}/block/{number}',
  'POST /v1/blockchain/{chain}/call',
  'GET /v1/blockchain/{chain}/logs',
  'GET /v1/blockchain/{chain}/info',
  'GET /v1/blockchain/{chain}/trace/transaction/{hash}',
  'POST /v1/blockchain/{chain}/debug/trace-transaction',
  'GET /v1/blockchain/{chain}/trace/block/{number}',
  'GET /v1/blockchain/{chain}/gas',
  'GET /v1/blockchain/{chain}/gas/history',
  'GET /v1/blockchain/{chain}/blocks/latest',
  'GET /v1/blockchain/{chain}/blocks/{number}',
  'GET /v1/blockchain/{chain}/blocks/{hash}',
  'GET /v1/blockchain/{chain}/transactions/block/{number}',
  'GET /v1/blockchain/{chain}/addresses/{address}/transactions',
  'GET /v1/blockchain/{chain}/status',
  'GET /v1/blockchain/{chain}/stats/network',
  'GET /v1/analytics/usage',
  'GET /v1/analytics/overview',
  'GET /v1/analytics/timeseries',
  'GET /v1/analytics/{chain}/data',
  'GET /v1/analytics/compare',
  'GET /v1/analytics/metrics/available',
  'GET /v1/analytics/trending/tokens',
  'GET /v1/analytics/defi/metrics',
  'GET /v1/analytics/market/overview',
  'GET /v1/analytics/chains/metrics',
  'GET /v1/analytics/liquidity/metrics',
  'GET /v1/analytics/user/activity',
  'GET /v1/analytics/protocol/{protocol}/stats',
  'GET /v1/oracle/gas/{chain}',
  'GET /v1/oracle/lrt/rates',
  'GET /v1/oracle/beacon/status',
  'GET /v1/oracle/health',
  'POST /v1/oracle/cache/clear',
  'GET /v1/mempool/{chain}/status',
  'GET /v1/mempool/{chain}/stats',
  'GET /v1/mempool/{chain}/pending',
  'GET /v1/mempool/{chain}/swaps',
  'GET /v1/mempool/{chain}/liquidations',
  'GET /v1/defi/{chain}/positions/{address}/health',
  'GET /v1/defi/{chain}/liquidations/opportunities',
  'GET /v1/defi/{chain}/protocols/stats',
  'GET /v1/defi/{chain}/protocols',
  'GET /v1/gateway/status',
  'GET /v1/gateway/chains/{chain}',
  'GET /v1/gateway/health',
  'POST /v1/alerts',
  'GET /v1/alerts',
  'DELETE /v1/alerts/{alert_id}',
  'POST /v1/alerts/{alert_id}/acknowledge',
  'POST /v1/alerts/{alert_id}/resolve',
  'GET /v1/alerts/types',
  'GET /v1/alerts/summary',
  'GET /v1/metrics',
  'GET /v1/metrics/types',
  'GET /v1/integrations/tvlsource/metrics/tvl',
  'GET /v1/integrations/tvlsource/metrics/yields',
  'GET /v1/integrations/tvlsource/metrics/volumes',
  'GET /v1/integrations/tvlsource/metrics/summary',
  'GET /v1/integrations/tvlsource/swap/quote',
  'POST /v1/integrations/dex/aggregator/quote',
  'POST /v1/integrations/dex/aggregator/swap',
  'GET /v1/integrations/dex/aggregator/supported-tokens',
  'POST /v1/mev/{chain}/bundle/submit',
  'POST /v1/mev/{chain}/bundle/simulate',
  'GET /v1/mev/{chain}/bundle/{bundle_hash}',
  'DELETE /v1/mev/{chain}/bundle/{bundle_hash}',
  'POST /v1/mev/{chain}/private',
  'GET /health/metrics',
  'GET /v1/health-dashboard/metrics',
  'GET /v1/analytics/metrics',
  'GET /v1/analytics/stats',
  'GET /v1/monitoring/ultra-stack/metrics',
  'GET /v1/usage/metrics',
  'GET /v1/usage/stats',
]

describe('the contract', () => {
  it.each(promised)('has %s', (promise) => {
    const [method = '', path = ''] = promise.split(' ')
    const filled = path.replace(/\{\w+\}/g, 'x')
    expect(
      endpoints.some(([, endpoint]) => endpoint.method === method && toPathPattern(endpoint.path).test(filled)),
    ).toBe(true)
  })

  it('promises nothing twice', () => {
    const routes = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(routes).size).toBe(routes.length)
  })

  it.each(endpoints)('%s has the error shape of its area', (_, { area, path, errors }) => {
    const direct = /^\/v1\/blockchain\/\{chain\}\/(?:block|call|logs)\b(?!s)/.test(path)
    const enveloped = ['integrations', 'mev'].includes(area) || (area === 'blockchain' && !direct)
    expect(errors).toBe(area === 'oracle' ? 'flat' : enveloped ? 'envelope' : 'nested')
  })

  it.each(served)('%s shows an example that keeps its own promise', (_, { response, example }) => {
    expect(Compile(response).Errors(example)).toEqual([])
  })

  it.each(served)('%s names no field twice and describes its path', (_, { path, params, query, body }) => {
    const bodyFields = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
    const names = [params, query].flatMap((part) => Object.keys(part?.properties ?? {})).concat(bodyFields)
    expect(new Set(names).size).toBe(names.length)
    expect(Object.keys(params?.properties ?? {}).map((name) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
  })
})
