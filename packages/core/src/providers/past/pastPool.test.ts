import { type Devnet, startDevnet } from '@outrigger/devnet'
import { createPublicClient, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProviderPool, type ProviderPool } from '../../index.ts'
import type { Head } from '../poolTypes.ts'
import { createPastPool } from './pastPool.ts'

const to = `0x${'7a'.repeat(20)}` as const

let devnet: Devnet<'ethereum'>
let archive: ProviderPool
let start: bigint
const sent: Hex[] = []

/** Three blocks after `start`, each with a payment of 1 ETH. */
beforeAll(async () => {
  devnet = await startDevnet({ chains: ['ethereum'], blockTimeMs: 0, silent: true })
  const { client, rpcUrl } = devnet.chains.ethereum
  archive = createProviderPool({ chain: 'ethereum', endpoints: [rpcUrl] })
  start = await client.getBlockNumber()
  for (let block = 0; block < 3; block += 1) {
    const payment = { account: devnet.accounts.deployer, to, value: parseEther('1') }
    const hash = await client.sendTransaction(payment as never)
    await client.waitForTransactionReceipt({ hash })
    sent.push(hash)
  }
}, 120_000)
afterAll(async () => {
  await archive?.close()
  await devnet?.close()
})

it('reads the chain as it was at the block, and moves on request', async () => {
  await using past = await createPastPool(archive, start)
  const client = createPublicClient({ transport: past.transport })
  const heads: Head[] = []
  past.watchHeads((head) => heads.push(head))
  for (let block = 0n; block < 3n; block += 1n) {
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(start + block)
    expect(await client.getBalance({ address: to })).toBe(parseEther('1') * block)
    expect(await client.getBalance({ address: to, blockTag: 'finalized' })).toBe(parseEther('1') * block)
    expect((await client.getBlock()).number).toBe(start + block)
    expect(await past.relay({ method: 'eth_blockNumber' })).toMatchObject({
      result: `"0x${(start + block).toString(16)}"`,
    })
    expect(past.report()).toMatchObject({ head: start + block, outage: null, endpoints: [{ head: start + block }] })
    expect((await past.peekNext())?.number).toBe(start + block + 1n)
    expect((await past.advance())?.number).toBe(start + block + 1n)
  }
  expect(await past.advance()).toBeNull()
  expect(heads.map(({ number }) => number - start)).toEqual([0n, 1n, 2n, 3n])
  expect(past.activity().running).toBe(0)
})

it('hides a transaction until its block, unless it is shown as pending', async () => {
  await using past = await createPastPool(archive, start)
  const [hash = '0x', unseen = '0x'] = sent
  const ask = async (method: string, of: Hex) => (await past.send({ method, params: [of] })).result
  const seen: unknown[] = []
  past.watchPendingTransactions(() => {}, { onSighting: (one) => seen.push(one) })
  expect(await ask('eth_getTransactionByHash', hash)).toBeNull()

  past.showPending({ hash, nonce: '0x1' }, 5)
  expect(seen).toMatchObject([{ hash, atMs: 5, transaction: { nonce: '0x1' } }])
  expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ hash, nonce: '0x1' })
  expect(await ask('eth_getTransactionReceipt', hash)).toBeNull()

  await past.advance()
  expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ blockNumber: `0x${(start + 1n).toString(16)}` })
  expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(await ask('eth_getTransactionReceipt', unseen)).toBeNull()
})

it('sends nothing, and says so if the block does not exist', async () => {
  await using past = await createPastPool(archive, start)
  await expect(past.send({ method: 'eth_sendRawTransaction', params: ['0x'] })).rejects.toThrow(
    'cannot be sent to the past',
  )
  expect(() => past.watchLogs({}, () => {})).toThrow('eth_getLogs')
  await expect(createPastPool(archive, start + 99n)).rejects.toMatchObject({ code: 'PINNED_READ' })
})
