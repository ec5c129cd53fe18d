import { expect, it } from 'vitest'
import { chains } from '../../chains/registry.ts'
import { type Endpoint, toEndpoints } from '../endpoint.ts'
import { checkChainId, toObservedHead } from './integrity.ts'

const endpoint = toEndpoints(['http://node.example'])[0] as Endpoint

it.each<[string, readonly unknown[], unknown, bigint | null]>([
  ['eth_blockNumber', [], '0x10', 16n],
  ['eth_getBlockByNumber', ['latest', false], { number: '0x10' }, 16n],
  ['eth_getBlockByNumber', ['0x5', false], { number: '0x5' }, null],
  ['eth_feeHistory', ['0x2', 'latest', []], { oldestBlock: '0xf', gasUsedRatio: [0.5, 0.5] }, 16n],
  ['eth_feeHistory', ['0x2', 'latest', []], { oldestBlock: '0xf', gasUsedRatio: [] }, null],
  // An anvil that loaded a state at block 512 has mined two blocks itself. 300 blocks were requested.
  ['eth_feeHistory', ['0x12c', 'latest', []], { oldestBlock: '0xd5', gasUsedRatio: [0.5, 0.5] }, null],
  ['eth_getBalance', ['0x0', 'latest'], '0x10', null],
])('%s %j shows the head', (method, params, result, head) => {
  expect(toObservedHead({ method, params }, result)).toBe(head)
})

it('an endpoint of another chain is rejected with advice', () => {
  const check = (method: string, result: unknown) => () => checkChainId(endpoint, chains.ethereum, method, result)
  expect(check('eth_chainId', '0x1')).not.toThrow()
  expect(check('net_version', '1')).not.toThrow()
  expect(check('eth_chainId', '0x89')).toThrow(
    'It serves chain id 137, but ethereum is 1. Use an endpoint of ethereum.',
  )
  expect(check('eth_chainId', '0x7a69')).toThrow('Start the local node with --chain-id 1')
  expect(() => checkChainId(endpoint, chains.solana, 'eth_chainId', '0x89')).not.toThrow()
})
