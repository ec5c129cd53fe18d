import { describe, expect, it } from 'vitest'
import { balanceAt, create, first, hex, pool, second, useTwoProviders } from '../fixtures/twoProviders.ts'

useTwoProviders()

describe('a block that an endpoint lacks', () => {
  const absent = { code: -32602, message: 'BlockOutOfRangeError: block height is 609 but requested was 109' }

  it('and others have is not an error of the caller: the next endpoint is called', async () => {
    create({ hedgeDelayMs: 4000 })
    await pool.send({ method: 'eth_blockNumber' })
    for (const error of [absent, { code: -32000, message: 'header not found' }])
      for (const at of ['latest', hex(1000), hex(990)]) {
        first.scripts['eth_getBalance'] = ({ id }) => ({ id, error })
        expect(await pool.send(balanceAt(at), { fresh: true })).toMatchObject({ result: '0x2', role: 'backup' })
      }
  })

  it('and no endpoint has is the answer', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    for (const provider of [first, second]) provider.scripts['eth_getBalance'] = ({ id }) => ({ id, error: absent })
    await expect(pool.send(balanceAt(hex(5000)))).rejects.toMatchObject({ code: 'RPC_ANSWER', rpcCode: -32602 })
    await expect(pool.send(balanceAt(hex(5)))).rejects.toMatchObject({ code: 'RPC_ANSWER', rpcCode: -32602 })
  })
})
