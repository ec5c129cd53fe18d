import { describe, expect, it } from 'vitest'
import { classifyMethod } from './methodClass.ts'
import { createPolicy } from './policy.ts'

describe('the policy', () => {
  const dangerous = [
    'admin_addPeer',
    'personal_unlockAccount',
    'miner_start',
    'anvil_setBalance',
    'evm_mine',
    'hardhat_reset',
    'engine_newPayloadV4',
    'wallet_sendTransaction',
    'debug_setHead',
    'debug_startCPUProfile',
    'eth_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'eth_sendUnsignedTransaction',
  ]
  const harmless = [
    'eth_call',
    'eth_sendRawTransaction',
    'debug_traceTransaction',
    'trace_block',
    'txpool_content',
    'bor_x',
  ]

  it('refuses by default what administers a node or uses its keys, and nothing else', () => {
    const isAllowed = createPolicy({})
    expect(dangerous.filter(isAllowed)).toEqual([])
    expect(harmless.filter(isAllowed)).toEqual(harmless)
  })

  it('opens a default refusal only to a pattern as specific', () => {
    for (const allowMethods of [['*'], ['a*'], ['*_*'], ['debug_*', '*']])
      expect(dangerous.filter(createPolicy({ allowMethods }))).toEqual([])
    expect(dangerous.filter(createPolicy({ allowMethods: ['*', 'anvil_*', 'debug_setHead'] }))).toEqual([
      'anvil_setBalance',
      'debug_setHead',
    ])
  })

  it('lets pass only what an allow list names, and never what is denied', () => {
    expect(harmless.filter(createPolicy({ allowMethods: ['eth_*'] }))).toEqual(['eth_call', 'eth_sendRawTransaction'])
    const isAllowed = createPolicy({ allowMethods: ['*', 'anvil_*'], denyMethods: ['anvil_set*', '*Raw*'] })
    expect([...dangerous, ...harmless].filter(isAllowed)).toEqual(harmless.filter((name) => !name.includes('Raw')))
    expect(isAllowed('anvil_mine')).toBe(true)
  })
})

describe('prices', () => {
  const price = (method: string, params: unknown = []) => classifyMethod(method).cost(params, () => 4_999n)

  it('follow the specification', () => {
    expect(price('eth_call')).toBe(26)
    expect(price('eth_getBalance')).toBe(15)
    expect(price('eth_getTransactionReceipt')).toBe(20)
    expect([price('eth_getBlockByNumber', ['0x1', false]), price('eth_getBlockByHash', ['0x1', true])]).toEqual([
      21, 36,
    ])
    expect([price('trace_transaction'), price('trace_block'), price('debug_traceTransaction')]).toEqual([
      1000, 2500, 5000,
    ])
    const logs = (fromBlock: string, toBlock?: string) => price('eth_getLogs', [{ fromBlock, toBlock }])
    expect([
      logs('0x1', '0x1'),
      logs('0x0', '0x7cf'),
      logs('0x0', '0xffffff'),
      logs('latest'),
      logs('0x9', '0x1'),
    ]).toEqual([80, 85, 500, 80, 75])
  })

  it('of eth_getLogs count the blocks of ranges with an open or a named end', () => {
    const logs = (...params: unknown[]) => price('eth_getLogs', params)
    expect(logs({ fromBlock: '0x0' })).toBe(100)
    expect(logs({ fromBlock: '0x0', toBlock: 'latest' })).toBe(100)
    expect(logs({ fromBlock: 'earliest', toBlock: 'finalized' })).toBe(100)
    expect(logs({ fromBlock: '0x3e8', toBlock: 'pending' })).toBe(95)
    expect(logs({})).toBe(80)
    expect(logs({ blockHash: '0x01' })).toBe(80)
    expect(logs('0x1')).toBe(75)
    expect(classifyMethod('eth_getLogs').cost([{ fromBlock: '0x0' }], () => null)).toBe(75)
  })

  it('exist for anything', () => {
    expect(price('eth_getLogs', 'x')).toBe(75)
    expect(price('eth_getLogs', [null])).toBe(75)
    expect(classifyMethod('what_ever')).toMatchObject({ class: 'other', tier: null })
    expect(['trace_block', 'debug_getRawBlock'].map((name) => classifyMethod(name).tier)).toEqual([
      'starter',
      'starter',
    ])
  })
})
