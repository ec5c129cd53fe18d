import { describe, expect, it } from 'vitest'
import { type RpcAnswerError, UncertainWriteError } from './errors.ts'
import { countOf, create, first, pool, second, useTwoProviders } from './fixtures/twoProviders.ts'

useTwoProviders()

describe('a write that is answered with an improper error', () => {
  const write = { method: 'eth_sendRawTransaction', params: ['0x02f800'] }
  const hash = `0x${'99'.repeat(32)}`
  const refuse = (error: unknown) => {
    first.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result: null, error })
    second.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result: hash })
  }

  it.each([['nonce too low'], [{ message: 'nonce too low' }], [{ code: 'E1', message: 'nonce too low' }]])(
    'is refused in its words: %j',
    async (error) => {
      create()
      refuse(error)
      const failure: RpcAnswerError = await Promise.resolve(pool.relay(write)).catch((cause) => cause)
      expect(failure).toMatchObject({ code: 'RPC_ANSWER', rpcCode: -32000, rpcMessage: 'nonce too low' })
      expect(JSON.parse(failure.text)).toEqual({ code: -32000, message: 'nonce too low' })
      expect(countOf(second, 'eth_sendRawTransaction')).toBe(0)
    },
  )

  it.each([['rate limit exceeded'], [{ message: 'Too Many Requests' }], [429]])(
    'goes to the next endpoint if the words say that it was not taken: %j',
    async (error) => {
      create()
      refuse(error)
      expect(await pool.send(write)).toMatchObject({ result: hash, role: 'backup' })
    },
  )

  it.each([[true], [''], [{}], [[]]])('is uncertain without words: %j', async (error) => {
    create()
    refuse(error)
    await expect(pool.send(write)).rejects.toThrow(UncertainWriteError)
  })

  it('is refused in a batch too', async () => {
    create({ maxBatch: 8 })
    for (const { scripts } of [first, second])
      scripts['eth_getTransactionByHash'] = ({ id }) => ({ id, result: null, error: { reason: 'out of service' } })
    const reads = Array.from({ length: 40 }, (_, index) => ({
      method: 'eth_getTransactionByHash',
      params: [`0x${index}`],
    }))
    const outcomes = await Promise.allSettled(reads.map((read) => pool.send(read)))
    expect(first.state.batches.length + second.state.batches.length).toBeGreaterThan(0)
    expect(outcomes.map(({ status }) => status)).toEqual(reads.map(() => 'rejected'))
  })
})
