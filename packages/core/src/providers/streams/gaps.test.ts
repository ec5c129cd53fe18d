import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chains } from '../../chains/registry.ts'
import { sleep } from '../../time/sleep.ts'
import { createProviderPool } from '../pool.ts'
import type { Head, ProviderPool } from '../poolTypes.ts'

const hash = (number: number) => toHex(number + 1, { size: 32 })
const block = (number: number) => ({
  number: toHex(number),
  hash: hash(number),
  parentHash: hash(number - 1),
  timestamp: toHex(number),
  gasUsed: '0x0',
  gasLimit: '0x1',
  transactions: ['0xbody'],
})
// This chain grows by thousands of blocks at once, which would take a real node too long.
const node = { head: 1000, liesOfParent: false, busiest: 0 }
let inFlight = 0
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  inFlight += 1
  node.busiest = Math.max(node.busiest, inFlight)
  // Long enough for a busy machine to send all parallel requests.
  await sleep(10)
  inFlight -= 1
  const asked = JSON.parse(body)
  response.end(JSON.stringify(Array.isArray(asked) ? asked.map(reply) : reply(asked)))
})

function reply({ id, method, params }: { id: number; method: string; params: readonly string[] }) {
  const number = params[0] === 'latest' ? node.head : Number(params[0])
  let result: unknown = null
  if (method === 'eth_chainId') result = '0x1'
  else if (method === 'eth_blockNumber') result = toHex(node.head)
  else if (method === 'eth_getBlockByNumber' && number <= node.head)
    result = node.liesOfParent && params[0] === 'latest' ? { ...block(number), parentHash: hash(9e6) } : block(number)
  else if (method === 'eth_getBlockByHash' && number - 1 <= node.head) result = block(number - 1)
  return { jsonrpc: '2.0', id, result }
}

let pool: ProviderPool
let heads: Head[]
beforeEach(async () => {
  Object.assign(node, { head: 1000, liesOfParent: false, busiest: 0 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  pool = createProviderPool({ chain: profile, endpoints: [{ url, wsUrl: false }] })
  heads = []
  pool.watchHeads((head) => heads.push(head))
  await until(() => heads.length === 1)
})
afterEach(async () => {
  await pool.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})
// The short block time makes the pool poll often.
const profile = { ...chains.ethereum, blockTimeMs: 200 }

async function until(done: () => boolean) {
  for (const end = Date.now() + 8000; !done() && Date.now() < end; ) await sleep(10)
  expect(done()).toBe(true)
}

it('fetches thousands of missed blocks in parallel, in order and without their bodies', async () => {
  node.head = 4000
  await until(() => heads.length === 3001)
  expect(heads.map(({ number }) => Number(number))).toEqual(Array.from({ length: 3001 }, (_, i) => 1000 + i))
  expect(heads.some(({ header }) => 'transactions' in header)).toBe(false)
  expect(node.busiest).toBeGreaterThan(4)
  expect(node.busiest).toBeLessThan(30)
})

it('skips a gap that is too long and emits it', async () => {
  const gaps: unknown[] = []
  pool.on('gap', (gap) => gaps.push(gap))
  node.head = 6000
  await until(() => heads.length === 2)
  expect(heads[1]).toMatchObject({ number: 6000n, removed: false })
  expect(gaps).toEqual([{ stream: 'heads', from: 1001n, to: 5999n }])
})

it('does not follow a block without a known parent, and continues with the next connected block', async () => {
  node.liesOfParent = true
  node.head = 1003
  await sleep(800)
  expect(heads.length).toBe(1)
  node.liesOfParent = false
  node.head = 1004
  await until(() => heads.length === 5)
  expect(heads.map(({ number }) => Number(number))).toEqual([1000, 1001, 1002, 1003, 1004])
})
