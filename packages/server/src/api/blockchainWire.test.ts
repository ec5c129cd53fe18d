import { contract } from '@outrigger/api/contract'
import type { ChainBlock } from '@outrigger/data'
import { Compile } from 'typebox/compile'
import { type Block, formatBlock, type RpcBlock } from 'viem'
import { expect, it } from 'vitest'
import { toWireBlock } from './blockchainWire.ts'

const raw = {
  number: '0x1',
  hash: `0x${'5c'.repeat(32)}`,
  timestamp: '0x65920080',
  transactions: [],
  gasUsed: '0x5208',
  gasLimit: '0xa410',
  miner: `0x${'0b'.repeat(20)}`,
}
const toBlock = (fields: object) =>
  ({
    family: 'evm',
    chain: 'celo',
    block: formatBlock({ ...raw, ...fields } as unknown as RpcBlock) as Block<bigint, false>,
  }) as ChainBlock

it('what a block does not tell is null, and never NaN', () => {
  const { response } = contract.blockchainBlock
  for (const [fields, used, limit] of [
    [{}, 21_000, 42_000],
    [{ gasLimit: undefined }, 21_000, null],
    [{ gasLimit: null, gasUsed: undefined }, null, null],
    [{ gasLimit: '0x0', gasUsed: '0x0' }, 0, 0],
  ] as const) {
    const wire = toWireBlock(toBlock(fields))
    expect([wire.gas_used, wire.gas_limit]).toEqual([used, limit])
    expect(Compile(response).Errors(wire)).toEqual([])
  }
})
