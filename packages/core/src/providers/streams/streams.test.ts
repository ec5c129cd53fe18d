import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chains } from '../../chains/registry.ts'
import { sleep } from '../../time/sleep.ts'
import { createProviderPool } from '../pool.ts'
import type { ChainLog, Head } from '../poolTypes.ts'
import {
  createHeadLedger,
  createLoggingChain,
  createLogLedger,
  type LoggingChain,
  logger,
} from './fixtures/loggingChain.ts'
import { connectWithoutSockets, createSite, hang, none, refuse, type Site } from './fixtures/site.ts'
import { until } from './fixtures/until.ts'

const other = `0x${'bb'.repeat(20)}` as const

let chain: LoggingChain
function setUp(blockTimeMs?: number) {
  beforeAll(async () => {
    chain = await createLoggingChain(blockTimeMs)
  })
  afterAll(() => chain.close())
}

/** Heads and logs as a consumer sees them, and a check that they equal those of the chain. */
async function record({ pool }: Site) {
  const heads = createHeadLedger()
  const logs = createLogLedger()
  const unwatch = [pool.watchHeads(heads.apply), pool.watchLogs({ address: logger }, logs.apply)]
  await until('a first head', () => heads.chain.length > 0)
  return {
    heads,
    logs,
    async prove() {
      // Heads continue to arrive while the chain is queried.
      const reported = [...heads.chain]
      const [first, last] = [reported[0] as Head, reported.at(-1) as Head]
      const [blocks, truth] = await Promise.all([
        chain.blocks(first.number, last.number),
        chain.logs(first.number, last.number),
      ])
      expect(reported.map(({ hash }) => hash)).toEqual(blocks.map(({ hash }) => hash))
      const key = ({ blockHash, logIndex }: ChainLog) => `${blockHash} ${logIndex}`
      await until(
        'all logs',
        () => logs.logs.filter(({ blockNumber }) => BigInt(blockNumber ?? 0) <= last.number).length >= truth.length,
      )
      expect(logs.logs.filter(({ blockNumber }) => BigInt(blockNumber ?? 0) <= last.number).map(key)).toEqual(
        truth.map(key),
      )
      expect([heads.faults, logs.faults]).toEqual(Array(2).fill({ duplicated: 0, disordered: 0 }))
      for (const end of unwatch) end()
      return truth.length
    },
  }
}

describe.concurrent('a chain with a block every 250 ms', () => {
  setUp(250)
  let traffic: NodeJS.Timeout
  beforeAll(() => {
    traffic = setInterval(() => void chain.log().catch(() => {}), 90)
  })
  afterAll(() => clearInterval(traffic))

  it('loses nothing if both providers are down for two seconds', async () => {
    await using site = await createSite(chain)
    const { socketsLive, breakBoth } = site
    const { heads, prove } = await record(site)
    await sleep(1500)
    await breakBoth(refuse)
    await sleep(2000)
    const before = heads.chain.length
    await breakBoth(none)
    await until('the gap filled', () => heads.chain.length >= before + 8)
    await until('sockets back', socketsLive)
    expect(await prove()).toBeGreaterThan(10)
  })

  it('notices a silent socket, for one provider after the other', async () => {
    await using site = await createSite(chain)
    const { primary, backup, socketsLive } = site
    const { heads, prove } = await record(site)
    await until('sockets', socketsLive)
    await sleep(1200)
    for (const [fault, first, second] of [
      [hang, primary, backup],
      [refuse, backup, primary],
      [hang, backup, primary],
    ] as const) {
      await first.setFault(fault)
      await second.setFault(none)
      const count = heads.chain.length
      await until('eight heads', () => heads.chain.length >= count + 8)
    }
    await prove()
  })

  it('fills the gap after the only provider stalled', async () => {
    await using site = await createSite(chain, ({ url }) =>
      createProviderPool({ chain: chains.ethereum, endpoints: [url] }),
    )
    const { primary } = site
    const { heads, prove } = await record(site)
    await sleep(1500)
    await primary.setFault(hang)
    await sleep(1500)
    const before = heads.chain.length
    await primary.setFault(none)
    await until('the gap filled', () => heads.chain.length >= before + 6)
    await prove()
  })

  it('polls if there is no socket, also when a provider is lost', async () => {
    await using site = await createSite(chain, connectWithoutSockets)
    const { primary, backup } = site
    const { heads, prove } = await record(site)
    await until('heads', () => heads.chain.length > 6)
    await primary.setFault(refuse)
    await until('heads', () => heads.chain.length > 14)
    await prove()
    expect(primary.stats.webSockets + backup.stats.webSockets).toBe(0)
  })

  it('sends no HTTP requests while sockets deliver, and serves a thousand listeners from one subscription', async () => {
    await using site = await createSite(chain)
    const { primary, backup, pool, socketsLive, openSockets, subscriptions } = site
    const counts = { heads: 0, logs: 0, pending: 0 }
    const { heads, prove } = await record(site)
    const unwatch = Array.from({ length: 1000 }, (_, index) => [
      pool.watchHeads(() => {
        counts.heads += 1
      }),
      pool.watchLogs(
        { address: index % 2 ? logger : [logger.toUpperCase().replace('0X', '0x') as typeof logger] },
        () => {
          counts.logs += 1
        },
      ),
      pool.watchPendingTransactions(() => {
        counts.pending += 1
      }),
    ]).flat()
    await until('sockets', socketsLive)
    await sleep(1500)
    const polls = () =>
      (primary.stats.byMethod['eth_getBlockByNumber'] ?? 0) + (backup.stats.byMethod['eth_getBlockByNumber'] ?? 0)
    const [polled, seen, reported] = [polls(), heads.chain.length, counts.heads]
    const asked = primary.stats.byMethod['eth_getLogs'] ?? 0
    await until('two dozen blocks', () => heads.chain.length >= seen + 24, 60_000)
    expect(subscriptions()).toEqual([2, 2])
    expect([primary.stats.openWebSockets, backup.stats.openWebSockets]).toEqual([1, 1])
    const blocks = heads.chain.length - seen
    expect(Math.abs(counts.heads - reported - 1000 * blocks)).toBeLessThanOrEqual(1000)
    // No head is polled. The remaining requests are health checks, one every few seconds.
    expect(polls() - polled).toBeLessThan(blocks / 2)
    // One request per block for a thousand listeners.
    expect((primary.stats.byMethod['eth_getLogs'] ?? 0) - asked).toBeLessThan(2 * blocks)
    expect(counts.logs % 1000).toBe(0)
    expect(counts.logs).toBeGreaterThan(5000)
    expect(counts.pending % 1000).toBe(0)
    expect(counts.pending).toBeGreaterThan(5000)
    for (const end of unwatch) end()
    await prove()
    await until('sockets closed', () => openSockets() === 0)
    expect(pool.report().endpoints.some(({ socket }) => socket)).toBe(false)
  })

  it('accepts an empty answer only if the bloom allows it', async () => {
    await using site = await createSite(chain)
    const { primary, socketsLive } = site
    const { heads, prove } = await record(site)
    await until('sockets', socketsLive)
    await primary.setFault({ kind: 'emptyLogs' })
    const before = heads.chain.length
    await until('heads', () => heads.chain.length > before + 6)
    expect(await prove()).toBeGreaterThan(3)
  })
})

describe('a chain that mines on command', () => {
  setUp()

  it('takes back three blocks and their logs, highest first, before it reports their replacements', async () => {
    await using site = await createSite(chain)
    const { pool, socketsLive } = site
    const { heads, logs, prove } = await record(site)
    const late: boolean[] = []
    await until('sockets', socketsLive)
    const start = heads.chain.length
    for (let i = 0; i < 4; i += 1) await chain.log()
    await until('heads and logs', () => heads.chain.length === start + 4 && logs.logs.length >= 4)
    const unwatch = pool.watchHeads(({ removed }) => late.push(removed))
    const withLast: [hash: string, removed: boolean][] = []
    const unwatchToo = pool.watchHeads(({ hash, removed }) => withLast.push([hash, removed]), { emitLast: true })
    expect(withLast).toEqual([[heads.chain.at(-1)?.hash, false]])
    const old = heads.chain.slice(-3).map(({ hash }) => hash)
    await chain.reorg(3)
    await until('the other branch', () => heads.removed === 3 && heads.chain.length === start + 4)
    await until('logs taken back', () => logs.removed === 3)
    expect(heads.chain.slice(-3).some(({ hash }) => old.includes(hash))).toBe(false)
    // A listener that joined after those blocks is not notified of their removal.
    expect(late).toEqual([false, false, false])
    // A listener that received only the last of them is notified of that one.
    const anew = heads.chain.slice(-3).map(({ hash }) => [hash, false])
    expect(withLast).toEqual([[old[2], false], [old[2], true], ...anew])
    unwatch()
    unwatchToo()
    await prove()
  })

  it('handles a reorganization while no provider can be reached', async () => {
    await using site = await createSite(chain)
    const { breakBoth } = site
    const { heads, logs, prove } = await record(site)
    for (let i = 0; i < 3; i += 1) await chain.log()
    await until('logs', () => logs.logs.length >= 3)
    await breakBoth(refuse)
    await chain.reorg(2)
    for (let i = 0; i < 3; i += 1) await chain.log()
    await breakBoth(none)
    await until('the other branch', () => heads.removed === 2 && logs.removed === 2)
    const { number } = await chain.ask<{ number: `0x${string}` }>('eth_getBlockByNumber', 'latest', false)
    await until('the tip', () => heads.chain.at(-1)?.number === BigInt(number))
    await prove()
  })

  it('fills a long gap in parallel and in order', async () => {
    await using site = await createSite(chain)
    const { socketsLive, breakBoth } = site
    const { heads, prove } = await record(site)
    await until('sockets', socketsLive)
    await breakBoth(refuse)
    await chain.mine(300)
    const before = heads.chain.length
    await breakBoth(none)
    await until('the gap filled', () => heads.chain.length >= before + 300)
    await prove()
  })

  it('does not subscribe before the chain is verified', async () => {
    await using site = await createSite(chain)
    const { primary, pool, subscriptions } = site
    await primary.setFault({ kind: 'wrongChainId', chainId: 61 })
    const { heads, prove } = await record(site)
    await until('the good socket', () => pool.report().endpoints[1]?.socket === true)
    await until('an attempt at the other', () => primary.stats.webSockets > 0)
    await chain.log()
    await until('a head', () => heads.chain.length > 1)
    expect(subscriptions()).toEqual([0, 1])
    expect(heads.chain.every(({ provider }) => provider === 'backup')).toBe(true)
    await prove()
  })

  it('gives each consumer its own logs, matched locally if there are many filters', async () => {
    await using site = await createSite(chain)
    const { primary, backup, pool, socketsLive } = site
    const seen = { all: 0, other: 0, topic: 0, nothing: 0 }
    const topic = `0x${'1'.padStart(64, '0')}` as const
    const filters = [
      [{}, 'all'],
      [{ address: [logger, other] }, 'other'],
      [{ topics: [topic] }, 'topic'],
      [{ address: logger, topics: [[topic, `0x${'2'.repeat(64)}`]] }, 'topic'],
      [{ address: other }, 'nothing'],
      [{ topics: [topic, topic] }, 'nothing'],
    ] as const
    const unwatch = filters.map(([filter, name]) =>
      pool.watchLogs(filter, () => {
        seen[name] += 1
      }),
    )
    await until('sockets', socketsLive)
    await sleep(200)
    Object.assign(seen, { all: 0, other: 0, topic: 0, nothing: 0 })
    const asked = () => (primary.stats.byMethod['eth_getLogs'] ?? 0) + (backup.stats.byMethod['eth_getLogs'] ?? 0)
    const before = asked()
    for (let i = 0; i < 3; i += 1) await chain.log()
    await until('logs', () => seen.topic === 6)
    await sleep(100)
    expect(seen).toEqual({ all: 3, other: 3, topic: 6, nothing: 0 })
    // This allows for an occasional hedge.
    expect(asked() - before).toBeLessThanOrEqual(6)
    for (const end of unwatch) end()
    expect(() => pool.watchLogs({ address: '0x1' }, () => {})).toThrow('20 bytes')
  })

  it('leaves nothing running after the last listener has left', async () => {
    await using site = await createSite(chain)
    const { pool, socketsLive, openSockets } = site
    const resources = () => process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name)).length
    await pool.send({ method: 'eth_chainId' })
    await sleep(300)
    const before = resources()
    for (let i = 0; i < 5; i += 1) {
      const unwatch = [
        pool.watchHeads(() => {}),
        pool.watchLogs({}, () => {}),
        pool.watchPendingTransactions(() => {}, { full: true }),
      ]
      await until('sockets', socketsLive)
      for (const end of unwatch) {
        end()
        end()
      }
    }
    await until('nothing left', () => openSockets() === 0)
    await until('no handles', () => resources() <= before + 2)
    const heads: Head[] = []
    pool.watchHeads((head) => heads.push(head))
    await until('a head', () => heads.length > 0)
    await pool.close()
    await chain.mine(1)
    await sleep(200)
    expect(heads.length).toBe(1)
    expect(() => pool.watchHeads(() => {})).toThrow('closed')
  })
})
