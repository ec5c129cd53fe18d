import { parseAbi, toEventSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import { AllProvidersFailedError } from '../errors.ts'
import type { ChainLog } from '../poolTypes.ts'
import { createLoggingChain, type LoggingChain, logger } from '../streams/fixtures/loggingChain.ts'
import { connectWithoutSockets, createSite, hang, none, refuse, toClient } from '../streams/fixtures/site.ts'
import { until } from '../streams/fixtures/until.ts'
import type { FilterError } from './filterError.ts'
import { FilterStore } from './filterStore.ts'

const emitter = '0x00000000000000000000000000000000000000bb'
const abi = parseAbi(['event Logged(uint256 blockNumber)'])
const notFound = { rpcCode: -32000, message: 'filter not found' }

let chain: LoggingChain
beforeAll(async () => {
  chain = await createLoggingChain()
  // NUMBER PUSH0 MSTORE, PUSH32 topic PUSH1 32 PUSH0 LOG1, STOP
  await chain.ask('anvil_setCode', emitter, `0x435f527f${toEventSelector(abi[0]).slice(2)}60205fa100`)
})
afterAll(() => chain.close())

const emit = () => chain.ask<string>('eth_sendTransaction', { ...chain.call, to: emitter })
const ask = (store: FilterStore, method: string, params: readonly unknown[] = [], owner = '') =>
  store.answer({ method, params }, { owner })
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    ({ rpcCode, message }: FilterError) => ({ rpcCode, message }),
  )
/** Anvil answers a moment before it mines. */
async function mined(sending: Promise<string>): Promise<{ readonly hash: string; readonly blockHash: string }> {
  const hash = await sending
  for (;;) {
    const receipt = await chain.ask<{ readonly blockHash: string } | null>('eth_getTransactionReceipt', hash)
    if (receipt !== null) return { hash, blockHash: receipt.blockHash }
    await sleep(5)
  }
}

describe.each([
  ['with sockets', undefined],
  ['over HTTP alone', connectWithoutSockets],
])('filters of a pool, %s', (_, connect) => {
  it('report later events once, including those of the current head', async () => {
    await using site = await createSite(chain, connect)
    const store = new FilterStore(site.pool)
    await mined(chain.log())
    const logs = await ask(store, 'eth_newFilter', [{ address: logger, fromBlock: '0x0' }])
    const blocks = await ask(store, 'eth_newBlockFilter')
    expect(logs).toMatch(/^0x[1-9a-f][\da-f]{20,31}$/)
    expect([
      await ask(store, 'eth_getFilterChanges', [logs]),
      await ask(store, 'eth_getFilterChanges', [blocks]),
    ]).toEqual([...[[], []]])
    for (let round = 0; round < 3; round += 1) {
      const { hash, blockHash } = await mined(chain.log())
      const changes = (await ask(store, 'eth_getFilterChanges', [logs])) as readonly ChainLog[]
      expect(changes.map(({ transactionHash, removed }) => [transactionHash, removed])).toEqual([[hash, false]])
      expect(await ask(store, 'eth_getFilterChanges', [blocks])).toEqual([blockHash])
      expect(await ask(store, 'eth_getFilterChanges', [logs])).toEqual([])
    }
    const all = (await ask(store, 'eth_getFilterLogs', [logs])) as readonly ChainLog[]
    expect(all.map(({ transactionHash }) => transactionHash)).toEqual(
      (await chain.logs(0n, 1_000_000n)).filter(({ address }) => address === logger).map((log) => log.transactionHash),
    )
    expect(await ask(store, 'eth_uninstallFilter', [logs])).toBe(true)
    expect(await ask(store, 'eth_uninstallFilter', [logs])).toBe(false)
    expect(await refusalOf(ask(store, 'eth_getFilterChanges', [logs]))).toEqual(notFound)
    await ask(store, 'eth_uninstallFilter', [blocks])
    for (const method of ['eth_newFilter', 'eth_newBlockFilter', 'eth_getFilterChanges', 'eth_getFilterLogs'])
      expect(site.asked(method), method).toBe(0)
  })

  it('report a reorganization as geth does', async () => {
    await using site = await createSite(chain, connect)
    const store = new FilterStore(site.pool)
    const logs = await ask(store, 'eth_newFilter', [{ address: logger }])
    const blocks = await ask(store, 'eth_newBlockFilter')
    const { hash: first } = await mined(chain.log())
    await ask(store, 'eth_getFilterChanges', [logs])
    await ask(store, 'eth_getFilterChanges', [blocks])
    await chain.reorg(1)
    const { hash: second } = await mined(chain.log())
    const seen: ChainLog[] = []
    for (let polls = 0; polls < 20 && seen.length < 2; polls += 1)
      seen.push(...((await ask(store, 'eth_getFilterChanges', [logs])) as readonly ChainLog[]))
    expect(seen.map(({ transactionHash, removed }) => [transactionHash, removed])).toEqual([
      [first, true],
      [second, false],
    ])
    const head = BigInt(await chain.ask<string>('eth_blockNumber'))
    const hashes = (await ask(store, 'eth_getFilterChanges', [blocks])) as readonly string[]
    expect(hashes).toEqual((await chain.blocks(head - 1n, head)).map(({ hash }) => hash))
  })

  it('report pending transactions from their creation on', async () => {
    await using site = await createSite(chain, connect)
    const store = new FilterStore(site.pool)
    const hashes = await ask(store, 'eth_newPendingTransactionFilter')
    const wholes = await ask(store, 'eth_newPendingTransactionFilter', [true])
    // A transaction that is mined at once may be gone before anvil shows it in full.
    await chain.ask('evm_setAutomine', false)
    const sent = [await chain.log(), await chain.log()]
    const seen: unknown[] = []
    const seenWholes: unknown[] = []
    for (let round = 0; round < 40 && (seen.length < 2 || seenWholes.length < 2); round += 1) {
      await sleep(100)
      seen.push(...((await ask(store, 'eth_getFilterChanges', [hashes])) as readonly unknown[]))
      const more = (await ask(store, 'eth_getFilterChanges', [wholes])) as readonly { readonly hash: string }[]
      seenWholes.push(...more.map(({ hash }) => hash))
    }
    expect([[...seen].sort(), seenWholes.sort()]).toEqual([[...sent].sort(), [...sent].sort()])
    await chain.ask('evm_setAutomine', true)
    await chain.mine()
    expect(await refusalOf(ask(store, 'eth_getFilterLogs', [hashes]))).toEqual(notFound)
  })

  it('are created only if providers answer, and leave nothing behind', async () => {
    await using site = await createSite(chain, connect)
    const store = new FilterStore(site.pool)
    await site.breakBoth(refuse)
    for (const method of ['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter'])
      await expect(ask(store, method, [{}]), method).rejects.toThrow(AllProvidersFailedError)
    await site.breakBoth(none)
    const id = await retry(() => ask(store, 'eth_newBlockFilter'))
    await ask(store, 'eth_uninstallFilter', [id])
    await until('sockets closed', () => site.openSockets() === 0)
  })
})

async function retry<result>(task: () => Promise<result>): Promise<result> {
  for (let left = 40; ; left -= 1)
    try {
      return await task()
    } catch (error) {
      if (left === 0) throw error
      await sleep(100)
    }
}

describe('a store of filters', () => {
  it('keeps the filters of owners apart', async () => {
    await using site = await createSite(chain, connectWithoutSockets)
    const store = new FilterStore(site.pool, { maxFilters: 1 })
    const id = await ask(store, 'eth_newFilter', [{}], 'a')
    for (const method of ['eth_getFilterChanges', 'eth_getFilterLogs'])
      expect(await refusalOf(ask(store, method, [id], 'b')), method).toEqual(notFound)
    expect(await ask(store, 'eth_uninstallFilter', [id], 'b')).toBe(false)
    expect(await refusalOf(ask(store, 'eth_newFilter', [{}], 'a'))).toMatchObject({ rpcCode: -32005 })
    await ask(store, 'eth_newFilter', [{}], 'b')
    expect(await ask(store, 'eth_getFilterChanges', [id], 'a')).toEqual([])
  })

  it('shares one stream, and closes it with the last filter, by expiry too', async () => {
    await using site = await createSite(chain)
    const store = new FilterStore(site.pool, { idleMs: 400 })
    expect(site.openSockets()).toBe(0)
    const ids = await Promise.all(Array.from({ length: 5 }, () => ask(store, 'eth_newFilter', [{ address: logger }])))
    await until('sockets', site.socketsLive)
    expect(site.subscriptions()).toEqual([1, 1])
    await until('sockets closed', () => site.openSockets() === 0)
    for (const id of ids) expect(await refusalOf(ask(store, 'eth_getFilterChanges', [id]))).toEqual(notFound)
  })

  it('drops a filter rather than lose changes silently', async () => {
    await using site = await createSite(chain, connectWithoutSockets)
    const store = new FilterStore(site.pool, { maxChanges: 2 })
    const id = await ask(store, 'eth_newBlockFilter')
    const read = await ask(store, 'eth_newFilter', [{ address: logger }])
    await chain.mine(3)
    expect(await ask(store, 'eth_getFilterChanges', [read])).toEqual([])
    const { rpcCode, message } = (await refusalOf(ask(store, 'eth_getFilterChanges', [id]))) as FilterError
    expect([rpcCode, message]).toEqual([
      -32000,
      expect.stringMatching(/^filter not found: .* more than 2 unread .*eth_getLogs/),
    ])
    expect(await refusalOf(ask(store, 'eth_getFilterChanges', [id]))).toEqual(notFound)
    expect(await ask(store, 'eth_getFilterChanges', [read])).toEqual([])
  })

  it('forgets all filters when the pool closes', async () => {
    await using site = await createSite(chain, connectWithoutSockets)
    const store = new FilterStore(site.pool)
    const id = await ask(store, 'eth_newFilter', [{}])
    await site.pool.close()
    expect(await refusalOf(ask(store, 'eth_getFilterChanges', [id]))).toEqual(notFound)
    await expect(ask(store, 'eth_newFilter', [{}])).rejects.toThrow('closed')
  })
})

describe('a viem client of a pool', () => {
  it('gets all 24 events once from a polling watchContractEvent while an endpoint hangs for 6 s', async () => {
    await using site = await createSite(chain, connectWithoutSockets)
    const client = toClient(site.pool.transport)
    const seen: (string | null)[] = []
    const unwatch = client.watchContractEvent({
      address: emitter,
      abi,
      poll: true,
      pollingInterval: 300,
      onLogs: (logs) => seen.push(...logs.map(({ transactionHash }) => transactionHash)),
    })
    await sleep(1000)
    const sent: string[] = []
    for (let count = 0; count < 24; count += 1) {
      if (count === 4) await site.primary.setFault(hang)
      if (count === 19) await site.primary.setFault(none)
      sent.push(await emit())
      await sleep(400)
    }
    await until('all', () => seen.length >= 24)
    unwatch()
    expect(seen).toEqual(sent)
    expect(site.asked('eth_newFilter')).toBe(0)
    await expect(site.pool.send({ method: 'eth_newFilter', params: [{}] })).rejects.toThrow('Use pool.transport')
  }, 40_000)

  it('supports the filter actions, and gets logs since a past block once', async () => {
    await using site = await createSite(chain, connectWithoutSockets)
    const client = toClient(site.pool.transport)
    const fromBlock = (await client.getBlockNumber()) + 1n
    const sent = [(await mined(emit())).hash, (await mined(emit())).hash]
    const create = () => client.createContractEventFilter({ address: emitter, abi, fromBlock })
    const [filter, read] = [await create(), await create()]
    sent.push((await mined(emit())).hash)
    const hashesOf = (logs: readonly { readonly transactionHash: string | null }[]) =>
      logs.map(({ transactionHash }) => transactionHash)
    expect(hashesOf(await client.getFilterChanges({ filter }))).toEqual(sent)
    expect(await client.getFilterChanges({ filter })).toEqual([])
    expect(hashesOf(await client.getFilterLogs({ filter: read }))).toEqual(sent)
    expect(hashesOf(await client.getFilterChanges({ filter: read }))).toEqual(sent.slice(2))
    expect(await client.uninstallFilter({ filter })).toBe(true)
    await expect(client.getFilterChanges({ filter })).rejects.toMatchObject({
      code: -32000,
      details: 'filter not found',
    })
  })
})
