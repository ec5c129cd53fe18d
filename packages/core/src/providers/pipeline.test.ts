import { describe, expect, it } from 'vitest'
import { sleep } from '../time/sleep.ts'
import { create, eventsOf, first, hex, pool, second, useTwoProviders } from './fixtures/twoProviders.ts'

useTwoProviders()

describe('an empty answer', () => {
  const logs = { method: 'eth_getLogs', params: [{ fromBlock: hex(900), toBlock: hex(950) }] }
  const log = { address: `0x${'22'.repeat(20)}`, topics: [], data: '0x', blockNumber: hex(940), logIndex: '0x0' }

  it('counts when two endpoints give it', async () => {
    create({ hedgeDelayMs: 4000 })
    for (const provider of [first, second]) provider.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    expect(await pool.send(logs)).toMatchObject({ result: [], attempts: 2, hedged: false })
  })

  it('from an endpoint that denies existing data costs it further requests for this method', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    const lessons = eventsOf('learned')
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    second.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [log] })
    expect(await pool.send(logs)).toMatchObject({ result: [log], role: 'backup', attempts: 2 })
    expect(await pool.send(logs)).toMatchObject({ result: [log], role: 'backup', attempts: 1 })
    expect(lessons).toEqual([expect.objectContaining({ endpoint: 'primary', method: 'eth_getLogs' })])
    expect(await pool.send({ method: 'eth_blockNumber' })).toMatchObject({ role: 'primary' })
  })

  it('from only one endpoint is marked as unconfirmed and not cached', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    second.scripts['eth_getLogs'] = () => new Promise(() => {})
    const early = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0x0' }] }
    const answers = await Promise.all(Array.from({ length: 10 }, () => pool.send(early)))
    expect(answers.map(({ result, unconfirmed }) => ({ result, unconfirmed }))).toEqual(
      answers.map(() => ({ result: [], unconfirmed: true })),
    )
    second.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [log] })
    expect(await pool.send(early)).toMatchObject({ result: [log], cached: false })
  })

  it('waits for a late second opinion, which may contradict it', async () => {
    create({ hedgeDelayMs: 4000 })
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    second.scripts['eth_getLogs'] = async ({ id }) => {
      await sleep(400)
      return { id, result: [log] }
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => pool.send(logs)))
    expect(answers.map(({ result }) => result)).toEqual(answers.map(() => [log]))
  })

  it('from the only endpoint in service counts only after endpoints out of service were called', async () => {
    create({ maxProbeDelayMs: 60_000 })
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [log] })
    second.scripts['*'] = (_, response) => {
      response.destroy()
      return ''
    }
    const others = { method: 'eth_getLogs', params: [{ fromBlock: hex(1), toBlock: hex(2) }] }
    for (let i = 0; i < 4; i += 1) await pool.send(others, { prefer: 'backup', fresh: true })
    await expect.poll(() => pool.report().endpoints[1]?.status).toBe('unavailable')
    delete second.scripts['*']
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    second.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [log] })
    expect(await pool.send(logs)).toMatchObject({ result: [log], role: 'backup' })
  })

  it('is a failure if the endpoint has not seen the requested blocks or denies a block that others have', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    first.state.head = 998
    const newest = { ...log, blockNumber: hex(1000) }
    for (const method of ['eth_getLogs', 'eth_getBlockReceipts']) {
      first.scripts[method] = ({ id }) => ({ id, result: method === 'eth_getLogs' ? [] : null })
      second.scripts[method] = ({ id }) => ({ id, result: [newest] })
    }
    const request = { method: 'eth_getLogs', params: [{ fromBlock: hex(999), toBlock: hex(1000) }] }
    expect(await pool.send(request)).toMatchObject({ result: [newest], role: 'backup' })
    second.scripts['eth_getLogs'] = () => new Promise(() => {})
    await expect(pool.send(request, { signal: AbortSignal.timeout(1500) })).rejects.toThrow()
    expect(await pool.send({ method: 'eth_getBlockReceipts', params: [hex(1000)] })).toMatchObject({ result: [newest] })
  })

  it('about a receipt loses to any endpoint that has the receipt', async () => {
    create()
    const receipt = { transactionHash: `0x${'33'.repeat(32)}`, blockNumber: hex(999), status: '0x1' }
    second.scripts['eth_getTransactionReceipt'] = ({ id }) => ({ id, result: receipt })
    const read = { method: 'eth_getTransactionReceipt', params: [receipt.transactionHash] }
    expect(await pool.send(read)).toMatchObject({ result: receipt, block: 999n })
  })
})
