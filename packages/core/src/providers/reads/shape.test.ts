import { expect, it } from 'vitest'
import { type Endpoint, toEndpoints } from '../endpoint.ts'
import { checkShape, isDenial } from './shape.ts'

const endpoint = toEndpoints(['http://node.example'])[0] as Endpoint
const hash = `0x${'ab'.repeat(32)}`
const block = { number: '0x1', hash, parentHash: hash, timestamp: '0x1', gasUsed: '0x0', gasLimit: '0x1' }
const history = { oldestBlock: '0x1', baseFeePerGas: ['0x1', '0x1'], gasUsedRatio: [0.5] }
const rows = { oldestBlock: '0x1', baseFeePerGas: ['0x1', '0x1', '0x1'], gasUsedRatio: [0.5, 0.5] }

it.each<[string, readonly unknown[], unknown, boolean]>([
  ['eth_blockNumber', [], '0x10', true],
  ['eth_blockNumber', [], '16', false],
  ['eth_call', [], '0x', true],
  ['eth_call', [], null, false],
  ['eth_getLogs', [], [], true],
  ['eth_getLogs', [], {}, false],
  ['eth_getBlockByNumber', ['latest'], block, true],
  ['eth_getBlockByNumber', ['latest'], { ...block, hash: '0x1' }, false],
  ['eth_getBlockByNumber', ['latest'], null, false],
  ['eth_getBlockByNumber', ['0x5'], null, true],
  ['eth_feeHistory', ['0x1', 'latest', []], history, true],
  ['eth_feeHistory', ['0x1', 'latest', [50]], history, false],
  ['eth_feeHistory', ['0x1', 'latest', [50]], { ...history, reward: [['0x1']] }, true],
  ['eth_feeHistory', ['0x1', 'latest', []], { ...history, gasUsedRatio: [] }, false],
  ['eth_feeHistory', ['0x1', 'latest', []], { oldestBlock: '0x0', gasUsedRatio: null }, false],
  ['eth_feeHistory', ['0x1', 'pending', []], { oldestBlock: '0x0', gasUsedRatio: [] }, false],
  // The block may not exist, and no blocks were requested.
  ['eth_feeHistory', ['0x1', 'safe', [50]], { oldestBlock: '0x0', gasUsedRatio: [], reward: [] }, true],
  ['eth_feeHistory', ['0x5', 'finalized', []], { oldestBlock: '0x0', baseFeePerGas: null, gasUsedRatio: [] }, true],
  ['eth_feeHistory', ['0x0', 'latest', []], { oldestBlock: '0x0', gasUsedRatio: null }, true],
  ['eth_feeHistory', [0, 'latest', []], { oldestBlock: '0x0', baseFeePerGas: [], gasUsedRatio: [] }, true],
  // One row is invalid.
  ['eth_feeHistory', ['0x2', 'latest', [50]], { ...rows, reward: [['-0xfd'], ['0x1']] }, true],
  ['eth_feeHistory', ['0x2', 'latest', [50]], { ...rows, reward: [null, ['0x1']] }, true],
  ['eth_feeHistory', ['0x2', 'latest', []], { ...rows, gasUsedRatio: [null, 0.5] }, true],
  ['eth_feeHistory', ['0x2', 'latest', []], { ...rows, baseFeePerGas: [null, '0x1', '0x1'] }, true],
  ['eth_feeHistory', ['0x2', 'latest', [50]], { ...rows, reward: [[null], [null]] }, false],
  ['eth_feeHistory', ['0x2', 'latest', [50]], { ...rows, reward: [[], []] }, false],
  ['eth_feeHistory', ['0x2', 'latest', [10, 50]], { ...rows, reward: [['0x1'], ['0x1']] }, false],
  ['eth_feeHistory', ['0x2', 'latest', []], { ...rows, gasUsedRatio: ['0.5', '0.5'] }, false],
  ['web3_clientVersion', [], 7, true],
])('%s %j may be answered with %j: %s', (method, params, result, isGood) => {
  const check = () => checkShape(endpoint, { method, params }, result)
  if (isGood) expect(check).not.toThrow()
  else expect(check).toThrow(`an answer that is not a result of ${method}`)
})

it('a denial is an empty answer', () => {
  for (const [method, value] of [
    ['eth_getLogs', []],
    ['eth_getTransactionReceipt', null],
    ['eth_getBlockByHash', null],
  ] as const)
    expect(isDenial({ method }, value)).toBe(true)
  for (const [method, value] of [
    ['eth_getLogs', [{}]],
    ['eth_call', null],
    ['eth_getBlockByHash', {}],
  ] as const)
    expect(isDenial({ method }, value)).toBe(false)
})
