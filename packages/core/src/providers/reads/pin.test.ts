import { describe, expect, it } from 'vitest'
import { balanceAt, create, first, hex, pool, useTwoProviders } from '../fixtures/twoProviders.ts'

useTwoProviders()

describe('a pinned context', () => {
  it('reads one block, by its hash', async () => {
    create()
    const asked: unknown[] = []
    first.scripts['eth_call'] = ({ id, params }) => {
      asked.push(params[1])
      return { id, result: '0x' }
    }
    first.scripts['eth_getLogs'] = ({ id, params }) => {
      asked.push(params[0])
      return { id, result: [{ blockNumber: hex(1000) }] }
    }
    const pinned = await pool.pinBlock()
    expect(pinned.block.number).toBe(1000n)
    const { hash } = pinned.block
    first.state.head = 1005
    await pinned.send({ method: 'eth_call', params: [{}] })
    await pinned.send({ method: 'eth_call', params: [{ to: '0x' }, 'latest'] })
    await pinned.send({ method: 'eth_call', params: [{}, hex(7)] })
    await pinned.send({ method: 'eth_getLogs', params: [{ address: '0x' }] })
    await pinned.send({ method: 'eth_getLogs', params: [{ fromBlock: hex(5), toBlock: 'latest' }] })
    const ranged = { fromBlock: hex(5), toBlock: hex(1000) }
    expect(asked).toEqual([
      { blockHash: hash },
      { blockHash: hash },
      hex(7),
      { address: '0x', blockHash: hash },
      ranged,
    ])
    expect(await pinned.send({ method: 'eth_blockNumber' })).toMatchObject({ result: hex(1000), block: 1000n })
    await expect(pinned.send({ method: 'eth_gasPrice' })).rejects.toMatchObject({ code: 'PINNED_READ' })
    await expect(pinned.send(balanceAt('pending'))).rejects.toMatchObject({ code: 'PINNED_READ' })
  })
})
