import { describe, expect, it } from 'vitest'
import { classifyMethod } from './methodClass.ts'
import { createPolicy, type PolicyOptions } from './policy.ts'

function toPolicy(options: PolicyOptions) {
  const isAllowed = createPolicy(options)
  return (method: string) => isAllowed(method)
}

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
    'arbtrace_call',
    'ots_traceTransaction',
    'zks_L1BatchNumber',
  ]

  it('refuses by default what administers a node or uses its keys', () => {
    const isAllowed = toPolicy({})
    expect(dangerous.filter(isAllowed)).toEqual([])
    expect(harmless.filter(isAllowed)).toEqual(harmless)
  })

  it('lets only methods of debug_* pass that read', () => {
    const isAllowed = toPolicy({})
    const reading = ['traceCall', 'traceBlockByNumber', 'getRawReceipts', 'storageRangeAt', 'executionWitness']
    expect(reading.filter((name) => !isAllowed(`debug_${name}`))).toEqual([])
    const writing = [
      ...['setHead', 'resyncBlock', 'batchSendRawTransaction', 'dbGet', 'chaindbProperty', 'getConfigValue', 'gcStats'],
      ...['standardTraceBlockToFile', 'traceBlockFromFile', 'deleteChainSlice', 'bundler_clearState', 'trace', ''],
    ]
    expect(writing.filter((name) => isAllowed(`debug_${name}`))).toEqual([])
  })

  it('refuses namespaces that nobody has looked at, and names that no node has', () => {
    const refused = [
      ...['perm_addNodesToAllowlist', 'plugins_reloadPluginConfig', 'ibft_proposeValidatorVote', 'qbft_discard'],
      ...['testing_buildBlockV1', 'parity_setMode', 'raft_addPeer', 'istanbul_propose', 'quorumPermission_addOrg'],
      ...[
        'dev_addWithdrawal',
        'author_submitExtrinsic',
        'opp2p_blockPeer',
        'arbdebug_x',
        'linea_saveRejected',
        'new_x',
      ],
      ...['eth_sendTransactionAsync', 'eth_resend', 'erigon_nodeInfo', 'getblock', '_eth_call', 'ETH_call', 'Debug_x'],
    ]
    expect(refused.filter(toPolicy({}))).toEqual([])
    const odd = [
      'eth_call ',
      'eth_call\n',
      'eth_çall',
      'eth.call',
      'eth-call',
      'eth_call\0',
      'admin_peers\u200b',
      'eth/call',
    ]
    expect(odd.filter(toPolicy({ allowMethods: ['*', 'eth_*'] }))).toEqual([])
    expect(refused.filter(toPolicy({ allowMethods: ['*', 'raft_*', 'new_x'] }))).toEqual(['raft_addPeer', 'new_x'])
  })

  it('opens a default refusal only to a pattern as specific', () => {
    for (const allowMethods of [['*'], ['a*'], ['*_*'], ['debug_*', '*']])
      expect(dangerous.filter(toPolicy({ allowMethods }))).toEqual([])
    expect(dangerous.filter(toPolicy({ allowMethods: ['*', 'anvil_*', 'debug_setHead'] }))).toEqual([
      'anvil_setBalance',
      'debug_setHead',
    ])
  })

  it('lets pass only what an allow list names, and never what is denied', () => {
    expect(harmless.filter(toPolicy({ allowMethods: ['eth_*'] }))).toEqual(['eth_call', 'eth_sendRawTransaction'])
    const isAllowed = toPolicy({ allowMethods: ['*', 'anvil_*'], denyMethods: ['anvil_set*', '*Raw*'] })
    expect([...dangerous, ...harmless].filter(isAllowed)).toEqual(harmless.filter((name) => !name.includes('Raw')))
    expect(isAllowed('anvil_mine')).toBe(true)
  })

  it.each([
    ['eth_getLogs', ['eth_newFilter', 'eth_getFilterLogs', 'erigon_getLogs', 'erigon_getLatestLogs']],
    ['eth_getBlockReceipts', ['eth_getTransactionReceiptsByBlock', 'alchemy_getTransactionReceipts']],
    ['eth_sendRawTransaction', ['eth_sendRawTransactionSync', 'eth_sendPrivateRawTransaction']],
    ['debug_getRawTransaction', ['eth_getRawTransactionByHash']],
    ['eth_getRawTransaction*', ['debug_getRawTransaction']],
  ])('denies with %s what returns or sends the same', (denied, others) => {
    const isAllowed = createPolicy({ denyMethods: [denied] })
    expect(others.filter((method) => isAllowed(method))).toEqual([])
    expect(isAllowed('eth_newBlockFilter')).toBe(true)
    expect(isAllowed('eth_subscribe', 'eth_getLogs')).toBe(denied !== 'eth_getLogs')
    expect(others.filter((method) => !toPolicy({})(method))).toEqual([])
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

  it('of ranges are those of the blocks they cover, however they are written', () => {
    const logs = (filter: object) => price('eth_getLogs', [filter])
    expect(logs({ fromBlock: '0x0', toBlock: 'latest', blockHash: null })).toBe(100)
    expect(logs({ fromBlock: '0x0', blockHash: '0x01' })).toBe(100)
    for (const toBlock of ['0xfffffffffffff', `0x${'f'.repeat(400)}`, '1'.repeat(30), 2 ** 60])
      expect(logs({ fromBlock: '0x0', toBlock }), String(toBlock)).toBe(500)
    expect(price('eth_getLogs', { filter: { fromBlock: '0x0' } })).toBe(100)
    expect(price('eth_getFilterLogs', [{ fromBlock: '0x0' }])).toBe(100)
    expect(price('erigon_getLogs', [{ fromBlock: '0x0' }])).toBe(100)
    const filter = (range: object) => price('trace_filter', [range])
    expect([filter({ fromBlock: 'latest' }), filter({}), filter({ toBlock: '0xfffffffffffff' })]).toEqual([
      2500, 12_500, 250_000,
    ])
  })

  it('of filters are those of their streams', () => {
    const methods = ['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter', 'eth_getFilterChanges']
    expect(methods.map((method) => price(method, [{ fromBlock: '0x0' }]))).toEqual([20, 20, 20, 20])
    expect(price('eth_uninstallFilter', ['0x1'])).toBe(5)
  })

  it('of calls that execute several are those of each', () => {
    const call = { to: '0x' }
    const simulate = (blockStateCalls: unknown) => price('eth_simulateV1', [{ blockStateCalls }, 'latest'])
    expect([simulate([]), simulate([{ calls: [call, call] }, {}, { calls: [] }])]).toEqual([26, 104])
    expect(price('eth_simulateV1', { block: 'latest', opts: { blockStateCalls: [{ calls: [call, call] }] } })).toBe(52)
    expect(price('eth_callMany', [[{ transactions: [call, call, call] }], {}, {}])).toBe(78)
    expect(price('eth_callBundle', [{ txs: ['0x01', '0x02'] }])).toBe(52)
    const traced = [
      [call, ['trace']],
      [call, ['vmTrace', 'stateDiff']],
    ]
    expect(price('trace_callMany', [traced, 'latest'])).toBe(2000)
    expect(price('debug_traceCallMany', [[{ transactions: [call, call] }], {}])).toBe(10_000)
  })

  it('of traces are those of traces, by any name', () => {
    for (const method of ['ots_traceTransaction', 'ots_getInternalOperations', 'arbtrace_transaction', 'trace_get'])
      expect(classifyMethod(method), method).toMatchObject({ tier: 'starter', pool: 'trace' })
    expect([price('arbtrace_call', [{ to: '0x' }, ['trace']]), price('arbtrace_block')]).toEqual([1000, 2500])
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
