import { createPublicClient } from 'viem'
import { describe, expect, it } from 'vitest'
import { DisagreementError, TooFewEndpointsError, withAgreement } from '../../index.ts'
import {
  balanceAt,
  countOf,
  create,
  createThree,
  first,
  hex,
  pool,
  second,
  useTwoProviders,
} from '../fixtures/twoProviders.ts'

useTwoProviders()

describe('agreement', () => {
  it('for a whole pool is a minimum, and the pool is unavailable if too few endpoints are left', async () => {
    await createThree({ failureThreshold: 1 })
    expect(() => withAgreement(pool, Number.NaN)).toThrow(TooFewEndpointsError)
    expect(await withAgreement(withAgreement(pool, 3), 2).send(balanceAt(hex(900)), { agree: 1 })).toMatchObject({
      attempts: 3,
    })
    const trusted = withAgreement(pool, 3)
    expect(trusted.report().status).toBe('healthy')
    first.scripts['*'] = (_, response) => {
      response.statusCode = 503
      return ''
    }
    await expect(trusted.send(balanceAt(hex(901)))).rejects.toMatchObject({ code: 'ALL_PROVIDERS_FAILED' })
    expect([trusted, pool].map((each) => each.report().status)).toEqual(['unavailable', 'degraded'])
  })

  it('for a whole pool waits for an endpoint that has not seen the block yet', async () => {
    create()
    let refusals = 3
    second.scripts['eth_getBalance'] = ({ id }) =>
      refusals-- > 0 ? { id, error: { code: -32000, message: 'header not found' } } : { id, result: '0x2' }
    // The other endpoint is not called again.
    expect(await withAgreement(pool, 2).send(balanceAt(hex(1001)))).toMatchObject({ result: '0x2', attempts: 5 })
    expect(countOf(first, 'eth_getBalance')).toBe(1)
    second.scripts['eth_getBalance'] = ({ id }) => ({ id, result: '0x3' })
    await expect(withAgreement(pool, 2).send(balanceAt(hex(1002)))).rejects.toThrow(DisagreementError)
  })

  it('for a whole pool applies only to reads that depend on the chain alone', async () => {
    await createThree()
    const trusted = withAgreement(pool, 2)
    first.scripts['eth_getBalance'] = ({ id }) => ({ id, result: '0xbad' })
    first.scripts['eth_gasPrice'] = ({ id }) => ({ id, result: '0x7' })
    expect(await trusted.send(balanceAt(hex(900)))).toMatchObject({ result: '0x2', attempts: 3 })
    const client = createPublicClient({ transport: trusted.transport })
    expect(await client.getBalance({ address: `0x${'11'.repeat(20)}`, blockNumber: 901n })).toBe(2n)
    const { send } = await trusted.pinBlock(902n)
    expect(await send(balanceAt('latest'))).toMatchObject({ result: '0x2' })
    expect(await trusted.send({ method: 'eth_gasPrice' })).toMatchObject({ result: '0x7', attempts: 1 })
    expect(await trusted.send(balanceAt('pending'))).toMatchObject({ result: '0xbad', attempts: 1 })
    expect(() => withAgreement(pool, 4)).toThrow(TooFewEndpointsError)
  })
})
