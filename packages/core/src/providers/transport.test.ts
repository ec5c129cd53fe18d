import {
  type Block,
  createPublicClient,
  fallback,
  type Hash,
  http,
  type Log,
  numberToHex,
  type PublicClient,
  parseAbi,
  toEventSelector,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chains } from '../chains/registry.ts'
import { sleep } from '../time/sleep.ts'
import { PoolClosedError } from './errors.ts'
import { failover } from './failover.ts'
import { createLoggingChain, type LoggingChain } from './streams/fixtures/loggingChain.ts'
import { connectWithoutSockets, createSite, none, refuse, type Site, toClient } from './streams/fixtures/site.ts'
import { until } from './streams/fixtures/until.ts'
import { FailoverTransportError } from './transportError.ts'

const abi = parseAbi(['event Logged(uint256 blockNumber)'])
const emitter = '0x00000000000000000000000000000000000000bb'
const sender = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

let chain: LoggingChain
const emit = () => chain.ask<Hash>('eth_sendTransaction', { from: sender, to: emitter, gas: numberToHex(100_000) })
const isConsecutive = (numbers: readonly bigint[]) =>
  numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0n) + 1n)

function setUp(blockTimeMs?: number) {
  beforeAll(async () => {
    chain = await createLoggingChain(blockTimeMs)
    // NUMBER PUSH0 MSTORE, PUSH32 topic PUSH1 32 PUSH0 LOG1, STOP
    await chain.ask('anvil_setCode', emitter, `0x435f527f${toEventSelector(abi[0]).slice(2)}60205fa100`)
  })
  afterAll(() => chain.close())
}

/** Takes down each provider in turn, then both, and cuts every socket. */
async function disconnectInTurn({ primary, backup }: Site) {
  for (const down of [[primary], [backup], [primary, backup]]) {
    await Promise.all(down.map((proxy) => proxy.setFault(refuse)))
    await sleep(900)
    await Promise.all(down.map((proxy) => proxy.setFault(none)))
    await sleep(400)
  }
}

describe('a viem client of a pool, on a chain of 1 s blocks', () => {
  setUp(1000)

  it('gets every head from watchBlockNumber without polling', async () => {
    await using site = await createSite(chain)
    const { pool, client, socketsLive } = site
    const numbers: bigint[] = []
    const unwatch = client.watchBlockNumber({ onBlockNumber: (number) => numbers.push(number) })
    await until('sockets', socketsLive)
    const methods: string[] = []
    const first = await pool.send<Hash>({ method: 'eth_blockNumber' }).then(({ result }) => BigInt(result))
    pool.on('answer', ({ method }) => methods.push(method))
    await until('six more blocks', () => (numbers.at(-1) ?? 0n) >= first + 6n, 20_000)
    expect(isConsecutive(numbers)).toBe(true)
    expect(numbers[0]).toBeLessThanOrEqual(first + 1n)
    expect(methods.filter((method) => method === 'eth_blockNumber')).toEqual([])
    unwatch()
  })
})

describe.concurrent('a viem client of a pool, on a chain of 250 ms blocks', () => {
  setUp(250)
  let traffic: NodeJS.Timeout
  beforeAll(() => {
    traffic = setInterval(() => void emit().catch(() => {}), 120)
  })
  afterAll(() => clearInterval(traffic))

  async function proveBlocks(site: Site, watching: PublicClient) {
    const blocks: Block<bigint, true>[] = []
    const errors: Error[] = []
    const unwatch = watching.watchBlocks({
      includeTransactions: true,
      onBlock: (block) => void blocks.push(block as Block<bigint, true>),
      onError: (error) => errors.push(error),
    })
    await until('a first block', () => blocks.length > 0)
    await disconnectInTurn(site)
    const end = BigInt(await chain.ask<Hash>('eth_blockNumber'))
    await until('the blocks since', () => (blocks.at(-1)?.number ?? 0n) >= end, 15_000)
    unwatch()
    // viem still reports a block that it is reading.
    const reported = [...blocks]
    const [from, to] = [reported[0]?.number as bigint, reported.at(-1)?.number as bigint]
    const truth = await chain.blocks(from, to)
    expect(reported.map(({ hash }) => hash)).toEqual(truth.map(({ hash }) => hash))
    expect(blocks.flatMap(({ transactions }) => transactions).every(({ hash }) => hash.length === 66)).toBe(true)
    expect(blocks.some(({ transactions }) => transactions.length > 0)).toBe(true)
    expect(errors).toEqual([])
  }

  it('gets every full block once and in order from watchBlocks, despite forced disconnects', async () => {
    await using site = await createSite(chain)
    await proveBlocks(site, site.client)
  })

  it('gets them if no endpoint has a socket', async () => {
    await using site = await createSite(chain, connectWithoutSockets)
    const { primary, backup, pool } = site
    await proveBlocks(site, toClient(pool.transport))
    expect(primary.stats.webSockets + backup.stats.webSockets).toBe(0)
  })

  it('gets them with failover()', async () => {
    await using site = await createSite(chain)
    const { primary, backup } = site
    const watching = toClient(failover([primary.url, backup.url], { chain: chains.ethereum }))
    await using _ = watching.transport.pool
    await proveBlocks(site, watching)
  })

  it("gets them inside viem's own fallback", async () => {
    await using site = await createSite(chain)
    const { pool } = site
    const transport = fallback([pool.transport, http(chain.anvil.rpcUrl)])
    await proveBlocks(site, createPublicClient({ chain: mainnet, transport }) as unknown as PublicClient)
  })

  it('gets every log once and in order from watchEvent and watchContractEvent, across a failover', async () => {
    await using site = await createSite(chain)
    const { primary, client } = site
    const seen: { readonly events: Log[]; readonly contractEvents: Log[] } = { events: [], contractEvents: [] }
    const unwatch = [
      client.watchEvent({
        address: emitter,
        event: abi[0],
        onLogs: (logs) => {
          for (const log of logs) expect(log.args.blockNumber).toBe(log.blockNumber)
          seen.events.push(...logs)
        },
      }),
      client.watchContractEvent({ address: emitter, abi, onLogs: (logs) => seen.contractEvents.push(...logs) }),
    ]
    await until('a first log', () => seen.events.length > 0)
    await disconnectInTurn(site)
    await primary.setFault(refuse)
    const after = BigInt(await chain.ask<Hash>('eth_blockNumber')) + 4n
    for (const logs of Object.values(seen))
      await until('logs of the backup', () => (logs.at(-1)?.blockNumber ?? 0n) > after, 15_000)
    for (const end of unwatch) end()
    const topic = toEventSelector(abi[0])
    for (const logs of Object.values(seen)) {
      const [from, to] = [logs[0]?.blockNumber as bigint, after]
      const truth = (await chain.logs(from, to)).filter(({ topics }) => topics[0] === topic)
      expect(truth.length).toBeGreaterThan(10)
      const reported = logs.filter(({ blockNumber }) => (blockNumber ?? 0n) <= to)
      expect(reported.map(({ transactionHash }) => transactionHash)).toEqual(truth.map((log) => log.transactionHash))
    }
  })

  it('gets every log once from watchEvent with fromBlock and polling, across a failover', async () => {
    await using site = await createSite(chain)
    const { primary, client, asked } = site
    const fromBlock = 2n
    const seen: bigint[] = []
    const unwatch = client.watchEvent({
      address: emitter,
      event: abi[0],
      fromBlock,
      poll: true,
      pollingInterval: 200,
      onLogs: (logs) => void seen.push(...logs.map(({ blockNumber }) => blockNumber)),
    })
    await until('some logs', () => seen.length > 5)
    primary.setFault(refuse)
    const there = await client.getBlockNumber()
    await until('logs by the other', () => (seen.at(-1) ?? 0n) > there + 8n, 20_000)
    unwatch()
    const [last = 0n] = seen.slice(-1)
    const made = await client.getLogs({ address: emitter, event: abi[0], fromBlock, toBlock: last })
    expect(seen).toEqual(made.map(({ blockNumber }) => blockNumber))
    expect(asked('eth_newFilter')).toBe(0)
  })

  it('gets each pending transaction hash once from watchPendingTransactions', async () => {
    await using site = await createSite(chain)
    const { client, socketsLive, asked } = site
    const hashes: Hash[] = []
    const unwatch = client.watchPendingTransactions({ onTransactions: (more) => hashes.push(...more) })
    await until('sockets', socketsLive)
    const sent: Hash[] = []
    for (let count = 0; count < 5; count += 1) sent.push(await emit())
    await until('them all', () => sent.every((hash) => hashes.includes(hash)))
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(asked('eth_newPendingTransactionFilter')).toBe(0)
    unwatch()
  })

  it('leaves no upstream subscription after unwatch and reports nothing more', async () => {
    await using site = await createSite(chain)
    const { primary, backup, pool, client, socketsLive, openSockets } = site
    let reported = 0
    const count = () => {
      reported += 1
    }
    await pool.send({ method: 'eth_chainId' })
    const unwatch = [
      client.watchBlockNumber({ onBlockNumber: count }),
      client.watchBlocks({ onBlock: count }),
      client.watchEvent({ onLogs: count }),
      client.watchContractEvent({ abi, onLogs: count }),
      client.watchPendingTransactions({ onTransactions: count }),
    ]
    await until('sockets', socketsLive)
    await until('news', () => reported > 10)
    expect([primary, backup].map(({ stats }) => stats.byMethod['eth_subscribe'])).toEqual([2, 2])
    for (const end of unwatch) end()
    await until('sockets closed', () => openSockets() === 0)
    // viem reports a block that it was requesting when it was unwatched.
    await sleep(1000)
    const before = reported
    await sleep(800)
    expect(reported).toBe(before)
    // The same holds before anything was reported.
    const early = client.watchBlocks({ onBlock: count })
    early()
    await sleep(600)
    expect([reported, openSockets()]).toEqual([before, 0])
  })

  it('gets one onError when the pool closes, and an immediate error from a closed pool', async () => {
    await using site = await createSite(chain)
    const { pool, client, socketsLive } = site
    const errors: Error[] = []
    const onError = (error: Error) => void errors.push(error)
    const watchAll = () => [
      client.watchBlockNumber({ onBlockNumber: () => {}, onError }),
      client.watchBlocks({ onBlock: () => {}, onError }),
      client.watchEvent({ onLogs: () => {}, onError }),
      client.watchPendingTransactions({ onTransactions: () => {}, onError }),
    ]
    const unwatch = watchAll()
    await until('sockets', socketsLive)
    await pool.close()
    expect(errors.length).toBe(4)
    for (const end of unwatch) end()
    watchAll()
    await until('the closed one', () => errors.length === 8)
    for (const error of errors) {
      expect(error).toBeInstanceOf(FailoverTransportError)
      expect((error as FailoverTransportError).walk((cause) => cause instanceof PoolClosedError)).not.toBeNull()
      expect((error as FailoverTransportError).shortMessage).toBe(
        'The ethereum provider pool is closed. Create a new one.',
      )
    }
  })

  it('lists the available subscriptions, and rejects subscriptions to a pinned block', async () => {
    await using site = await createSite(chain)
    const { pool, client } = site
    const subscribe = client.transport.subscribe as (parameters: object) => Promise<unknown>
    await expect(subscribe({ params: ['syncing'], onData: () => {} })).rejects.toThrow('no subscription "syncing"')
    await expect(subscribe({ params: ['logs', { address: '0x1' }], onData: () => {} })).rejects.toThrow('20 bytes')
    await expect(client.request({ method: 'eth_subscribe', params: ['newHeads'] } as never)).rejects.toThrow(
      'not supported',
    )
    const { transport } = await pool.pinBlock()
    const error = await new Promise<Error>((resolve) => {
      toClient(transport).watchBlockNumber({ onBlockNumber: () => {}, onError: resolve })
    })
    expect(error.message).toContain('Watch the pool itself')
  })
})

describe('a viem client of a pool, on a chain that mines on command', () => {
  setUp()

  it('gets only events after it has begun to watch', async () => {
    // The pool does not know any head yet.
    await emit()
    await using site = await createSite(chain)
    const { client, socketsLive } = site
    const seen = { numbers: [] as bigint[], logs: [] as Log[] }
    const unwatch = [
      client.watchBlockNumber({ onBlockNumber: (number) => seen.numbers.push(number) }),
      client.watchEvent({ address: emitter, onLogs: (logs) => seen.logs.push(...logs) }),
    ]
    await until('sockets', socketsLive)
    await sleep(300)
    expect(seen).toEqual({ numbers: [], logs: [] })
    const hash = await emit()
    await until('the next', () => seen.numbers.length > 0 && seen.logs.length > 0)
    expect(seen.logs.map(({ transactionHash }) => transactionHash)).toEqual([hash])
    for (const end of unwatch) end()
  })

  it('gets the logs that a reorganization removes, latest first, and the new blocks', async () => {
    await using site = await createSite(chain)
    const { client, socketsLive } = site
    const logs: Log[] = []
    const blocks: Block[] = []
    const unwatch = [
      client.watchEvent({ address: emitter, onLogs: (more) => logs.push(...more) }),
      client.watchBlocks({ onBlock: (block) => void blocks.push(block as Block) }),
    ]
    await until('sockets', socketsLive)
    await sleep(300)
    const sent = [await emit(), await emit(), await emit()]
    await until('logs and blocks', () => logs.length === 3 && blocks.length === 3)
    await chain.reorg(2)
    await until('the other branch', () => logs.length === 5 && blocks.length === 5)
    const reported = logs.map(({ transactionHash, removed }) => ({ hash: transactionHash, removed }))
    expect(reported).toEqual([
      ...sent.map((hash) => ({ hash, removed: false })),
      { hash: sent[2], removed: true },
      { hash: sent[1], removed: true },
    ])
    const first = blocks[0]?.number as bigint
    expect(blocks.map(({ number }) => (number ?? 0n) - first)).toEqual([0n, 1n, 2n, 1n, 2n])
    const truth = await chain.blocks(first + 1n, first + 2n)
    expect(blocks.slice(3).map(({ hash }) => hash)).toEqual(truth.map(({ hash }) => hash))
    for (const end of unwatch) end()
  })

  it('gets the full blocks of a long gap in order, read in parallel', async () => {
    await using site = await createSite(chain)
    const { client, socketsLive, breakBoth } = site
    const numbers: bigint[] = []
    const unwatch = client.watchBlocks({ onBlock: ({ number }) => numbers.push(number) })
    await until('sockets', socketsLive)
    await sleep(300)
    await breakBoth(refuse)
    await chain.mine(200)
    await breakBoth(none)
    await until('them all', () => numbers.length >= 200, 15_000)
    expect(isConsecutive(numbers)).toBe(true)
    unwatch()
  })
})
