import { describe, expect, it } from 'vitest'
import { toBallot, toErrorBallot } from './ballot.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const word = (text: string) => `0x${text.padStart(64, '0')}`

const log = {
  address: `0x${'Ab'.repeat(20)}`,
  topics: [hash('1')],
  data: '0x00',
  blockNumber: '0x7',
  blockHash: hash('b'),
  transactionHash: hash('c'),
  transactionIndex: '0x0',
  logIndex: '0x1',
}
const receipt = {
  transactionHash: hash('c'),
  transactionIndex: '0x0',
  blockHash: hash('b'),
  blockNumber: '0x7',
  status: '0x1',
  from: `0x${'11'.repeat(20)}`,
  to: null,
  contractAddress: null,
  gasUsed: '0x5208',
  logs: [log],
}
const block = {
  number: '0x7',
  hash: hash('b'),
  parentHash: hash('a'),
  timestamp: '0x6',
  baseFeePerGas: '0x5',
  gasLimit: '0x4',
  gasUsed: '0x0',
  transactions: [hash('c')],
}

describe('two equal answers from different kinds of nodes', () => {
  it.each([
    ['eth_getLogs', [log], [{ blockTimestamp: '0x6', removed: false, ...log, address: log.address.toLowerCase() }]],
    ['eth_getLogs', [log], [Object.fromEntries(Object.entries({ ...log, removed: null }).reverse())]],
    ['eth_getBlockByNumber', block, { ...block, totalDifficulty: '0x0', size: '0x220', uncles: [], miner: hash('0') }],
    ['eth_getBlockByHash', { ...block, number: '0x07' }, { ...block, l1BlockNumber: '0x1' }],
    ['eth_getTransactionReceipt', receipt, { ...receipt, to: undefined, l1Fee: '0x1', root: '0x' }],
    ['eth_getStorageAt', word('5d'), '0x5d'],
    ['eth_getStorageAt', word(''), '0x'],
    [
      'eth_getProof',
      { storageProof: [{ key: '0x0', value: '0x4' }] },
      { storageProof: [{ value: '0x04', key: word('') }] },
    ],
    ['eth_call', '0xAB', '0xab'],
  ])('%s', (method, one, other) => {
    expect(toBallot(method, one)).toBe(toBallot(method, other))
  })

  it('reverts', () => {
    const [message, text] = ['execution reverted', '']
    const plain = { code: 3, message, text }
    for (const [one, other] of [
      [
        { ...plain, data: '0x' },
        { ...plain, code: -32000 },
      ],
      [
        { ...plain, data: '0xF4' },
        { ...plain, code: -32000, message: 'VM execution error.', data: 'Reverted 0xf4' },
      ],
      [
        { code: -32000, message: 'out of gas', text },
        { code: -32003, message: 'EVM error: OutOfGas', text, data: null },
      ],
    ] as const)
      expect(toErrorBallot(one)).toBe(toErrorBallot(other))
    expect(toErrorBallot({ ...plain, data: '0xf4' })).not.toBe(toErrorBallot({ ...plain, data: '0xf5' }))
    expect(toErrorBallot(plain)).not.toBe(toErrorBallot({ ...plain, code: -32602 }))
  })
})

describe('two answers, one of which is false', () => {
  it.each([
    ['eth_getLogs', [log], [{ ...log, removed: true }]],
    ['eth_getLogs', [log], [{ ...log, blockNumber: '0x8' }]],
    ['eth_getLogs', [log], [{ ...log, data: '0x0000' }]],
    ['eth_getLogs', [log, { ...log, logIndex: '0x2' }], [{ ...log, logIndex: '0x2' }, log]],
    ['eth_getBlockByHash', block, { ...block, timestamp: '0x7' }],
    ['eth_getBlockByHash', block, { ...block, number: '0x8' }],
    ['eth_getBlockByHash', block, { ...block, baseFeePerGas: null }],
    ['eth_getBlockByHash', block, { hash: block.hash }],
    ['eth_getTransactionReceipt', receipt, { ...receipt, logs: [] }],
    ['eth_getTransactionReceipt', receipt, { ...receipt, logs: [{ ...log, data: '0x01' }] }],
    ['eth_call', '0x', '0x00'],
    ['eth_call', word('5'), '0x5'],
    ['eth_getCode', '0x', '0x00'],
    ['eth_getBalance', '0x10', '0x1'],
  ])('%s', (method, one, other) => {
    expect(toBallot(method, one)).not.toBe(toBallot(method, other))
  })
})
