import { describe, expect, it } from 'vitest'
import type { ChainLog } from '../poolTypes.ts'
import { FilterError } from './filterError.ts'
import { type FilterRequest, isFilterMethod, isWanted, toFilterRequest, toLogsRequest } from './filterRequest.ts'

const address = `0x${'Aa'.repeat(20)}`
const topic = `0x${'1'.repeat(64)}`
const logs = (filter: unknown) => toFilterRequest({ method: 'eth_newFilter', params: [filter] })
const criteriaOf = (request: FilterRequest) => {
  if (request.kind !== 'logs') throw new TypeError('no log filter')
  return request.criteria
}
function refusalOf(params: unknown): string {
  try {
    toFilterRequest({ method: 'eth_newFilter', params })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    return `${error.rpcCode} ${error.message}`
  }
}

describe('a filter request', () => {
  it('is one of six methods', () => {
    const served = ['newFilter', 'newBlockFilter', 'newPendingTransactionFilter']
    const others = ['getFilterChanges', 'getFilterLogs', 'uninstallFilter']
    for (const name of [...served, ...others]) expect(isFilterMethod(`eth_${name}`), name).toBe(true)
    for (const name of ['eth_newfilter', 'eth_getLogs', 'eth_newFilterX', 'x_eth_newFilter', 'eth_getFilter'])
      expect(isFilterMethod(name), name).toBe(false)
  })

  it.each([
    [{}],
    [{ address, topics: [topic] }],
    [{ address: [address, address], topics: [null, [topic, topic]] }],
    [{ address: [], topics: [[]] }],
    [{ address: null, topics: null, fromBlock: null, toBlock: null, blockHash: null }],
    [{ topics: [[topic, null]] }],
    [{ fromBlock: '0x1' }],
    [{ fromBlock: '0x1', toBlock: '0x1' }],
    [{ fromBlock: 'earliest', toBlock: '0x0' }],
    [{ fromBlock: 'latest', toBlock: 'latest' }],
    [{ fromBlock: 'safe' }],
    [{ fromBlock: 'finalized', toBlock: 'latest' }],
  ])('is valid: %j', (filter) => {
    expect(refusalOf([filter])).toBe('accepted')
    expect(refusalOf({ filter })).toBe('accepted')
  })

  it.each([
    [[], 'missing value for required argument 0'],
    [[null], 'missing value for required argument 0'],
    [['0x1'], 'a filter is an object'],
    [[[{}]], 'a filter is an object'],
    [[{ address: '0x1' }], '20 bytes'],
    [[{ address: 5 }], '20 bytes'],
    [[{ address: [null] }], '20 bytes'],
    [[{ topics: topic }], 'array of at most four'],
    [[{ topics: ['0x1'] }], '32 bytes'],
    [[{ topics: [[[topic]]] }], '32 bytes'],
    [[{ topics: [null, null, null, null, null] }], 'more than four topics'],
    [[{ address: Array.from({ length: 1001 }, (_, n) => `0x${String(n).padStart(40, '0')}`) }], 'exceed max addresses'],
    [[{ blockHash: topic }], 'takes no blockHash'],
    [[{ blockHash: topic, fromBlock: '0x1' }], 'cannot specify both BlockHash and FromBlock/ToBlock'],
    [[{ fromBlock: '0x2', toBlock: '0x1' }], 'invalid block range params'],
    [[{ toBlock: '0x1' }], 'invalid block range params'],
    [[{ fromBlock: '0x1', toBlock: 'earliest' }], 'invalid block range params'],
    [[{ fromBlock: '0x1', toBlock: 'finalized' }], 'invalid block range params'],
    [[{ fromBlock: 'pending' }], 'pending logs are not supported'],
    [[{ toBlock: 'pending' }], 'pending logs are not supported'],
    [[{ fromBlock: 1 }], 'is not a block'],
    [[{ fromBlock: 'newest' }], 'is not a block'],
    [[{ fromBlock: '0x8000000000000000' }], 'is not a block'],
  ])('is refused as invalid: %j', (params, why) => {
    expect(refusalOf(params)).toContain(why)
    expect(refusalOf(params)).toMatch(/^-32602 /)
  })

  it('matches logs in its range with at least as many topics as it has positions', () => {
    const log = (blockNumber: string, ...topics: string[]) => ({ blockNumber, topics }) as unknown as ChainLog
    const range = criteriaOf(logs({ fromBlock: '0x2', toBlock: '0x4' }))
    expect(['0x1', '0x2', '0x4', '0x5'].map((number) => isWanted(range, log(number)))).toEqual([
      ...[false, true, true, false],
    ])
    const two = criteriaOf(logs({ topics: [topic, null] }))
    expect([isWanted(two, log('0x1', topic)), isWanted(two, log('0x1', topic, topic))]).toEqual([false, true])
  })

  it('converts to a request for all its logs', () => {
    const criteria = criteriaOf(logs({ address, topics: [null, topic, null], fromBlock: '0x2' }))
    expect(toLogsRequest(criteria)).toEqual({
      method: 'eth_getLogs',
      params: [
        { address: [address.toLowerCase()], topics: [null, [topic], null], fromBlock: '0x2', toBlock: undefined },
      ],
    })
  })
})
