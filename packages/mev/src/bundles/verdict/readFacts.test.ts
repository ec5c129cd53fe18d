import { createPublicClient, custom } from 'viem'
import { expect, it } from 'vitest'
import { readFacts } from './readFacts.ts'

const hash = `0x${'1'.repeat(64)}` as const
const from = `0x${'a'.repeat(40)}` as const
const block = { number: 5, hash, timestamp: 60, transactions: [{ hash, from, nonce: 3 }] }
const record = { transactions: [{ raw: '0x', hash, from, nonce: 3, canRevert: false }] } as const

const readWith = (fields: object) => {
  const request = async () => ({ transactionHash: hash, blockNumber: '0x5', gasUsed: '0x5208', logs: [], ...fields })
  return readFacts(createPublicClient({ transport: custom({ request }) }), block, record)
}

it('the status of a receipt decides whether a transaction of the bundle succeeded', async () => {
  const mined = { hash, index: 0, gasUsed: '21000' }
  expect(await readWith({ status: '0x1' })).toMatchObject({ mined: [{ ...mined, succeeded: true }], rivals: [] })
  expect(await readWith({ status: '0x0' })).toMatchObject({ mined: [{ ...mined, succeeded: false }] })
})

it.each([{ root: hash }, { status: null }, { status: undefined }, { status: '0x' }])(
  'a receipt with %j leaves the outcome unknown',
  async (fields) => {
    expect(await readWith(fields)).toBeNull()
  },
)
