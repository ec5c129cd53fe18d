import { beforeEach, describe, expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import { balanceAt, block, create, first, hex, made, pool, second, useTwoProviders } from '../fixtures/twoProviders.ts'
import { createLoggingChain } from '../streams/fixtures/loggingChain.ts'

useTwoProviders()

describe('cache', () => {
  beforeEach(() => {
    for (const provider of [first, second])
      provider.scripts['eth_getBlockByNumber'] = ({ id, params: [which] }) => ({
        id,
        result: block(which === 'latest' ? 1000 : which === 'finalized' ? 900 : Number(which)),
      })
  })

  it('stores final answers and requests the others again', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    expect(await pool.send(balanceAt(hex(800)))).toMatchObject({ cached: false, block: 800n })
    await sleep(50)
    await pool.send(balanceAt(hex(800)))
    const hit = await pool.send(balanceAt(hex(800)))
    expect(hit).toMatchObject({ cached: true, attempts: 0, block: 800n, provider: 'primary', result: '0x2' })
    expect(hit.ageMs).toBeGreaterThanOrEqual(0)
    for (const young of ['latest', 'pending', hex(950), hex(1000)]) {
      await pool.send(balanceAt(young))
      expect(await pool.send(balanceAt(young))).toMatchObject({ cached: false })
    }
    expect(await pool.relay(balanceAt(hex(800)))).toMatchObject({ cached: true, result: '"0x2"' })
  })

  it('uses no answer from before the current head or the last write', async () => {
    const chain = await createLoggingChain()
    made.push(chain)
    for (const method of ['eth_getBlockByNumber', '*'])
      first.scripts[method] = ({ id, method: name, params }) =>
        chain.ask(name, ...params).then((result) => ({ id, result }))
    create({ endpoints: [{ url: first.url, wsUrl: chain.anvil.wsUrl }] })
    const unwatch = pool.watchHeads(() => {})
    const [sender] = await chain.ask<readonly string[]>('eth_accounts')
    const count = { method: 'eth_getTransactionCount', params: [sender, 'latest'] }
    await expect.poll(async () => (await pool.send(count)).cached, { timeout: 20_000 }).toBe(true)
    first.scripts['eth_getTransactionCount'] = async ({ id, method, params }) => {
      const result = await chain.ask(method, ...params)
      await sleep(300)
      return { id, result }
    }
    const before = pool.send(count, { fresh: true })
    await sleep(50)
    await pool.send({ method: 'eth_sendTransaction', params: [{ from: sender, to: sender }] })
    expect((await before).result).toBe('0x0')
    expect((await pool.send(count)).result).toBe('0x1')
    unwatch()
  })

  it('stores answers to reads by hash, but never an empty answer', async () => {
    create()
    const known = { method: 'eth_getBlockByHash', params: [block(990).hash, false] }
    expect(await pool.send(known)).toMatchObject({ result: null, cached: false })
    first.scripts['eth_getBlockByHash'] = ({ id }) => ({ id, result: block(990) })
    expect(await pool.send(known)).toMatchObject({ cached: false, block: 990n })
    expect(await pool.send(known)).toMatchObject({ cached: true, block: 990n })
  })

  it('can be turned off, and is cleared when a local chain is reset', async () => {
    create({ cache: false })
    const read = { method: 'eth_getBlockByHash', params: [block(1).hash, false] }
    for (const provider of [first, second])
      provider.scripts['eth_getBlockByHash'] = ({ id }) => ({ id, result: block(1) })
    await pool.send(read)
    expect(await pool.send(read)).toMatchObject({ cached: false })
    create()
    await pool.send(read)
    expect(await pool.send(read)).toMatchObject({ cached: true })
    await pool.send({ method: 'anvil_reset', params: [] }).catch(() => {})
    expect(await pool.send(read)).toMatchObject({ cached: false })
  })
})
