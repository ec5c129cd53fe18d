import { systemClock } from '@outrigger/core/internal'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { InvalidRelayError } from '../errors.ts'
import { relayProfiles } from './registry.ts'
import { resolveRelay, toRelays } from './relay.ts'
import { type BundleOrder, explainUnfit, toCancelRequest, toPrivateRequest, toSendRequest } from './requests.ts'

const order: BundleOrder = {
  transactions: [
    { raw: '0x02ab', hash: '0x01', canRevert: false },
    { raw: '0x02cd', hash: '0x02', canRevert: true },
  ],
  block: 16,
  uuid: 'u-1',
}
const profileOf = (name: string) => resolveRelay({ name, url: 'http://127.0.0.1:1' }).profile

describe('dialects', () => {
  it('of Flashbots', () => {
    expect(toSendRequest(profileOf('flashbots'), order)).toEqual({
      method: 'eth_sendBundle',
      params: [{ txs: ['0x02ab', '0x02cd'], blockNumber: '0x10', revertingTxHashes: ['0x02'], replacementUuid: 'u-1' }],
    })
    expect(toCancelRequest(profileOf('flashbots'), 'u-1', 16)).toEqual({
      method: 'eth_cancelBundle',
      params: [{ replacementUuid: 'u-1' }],
    })
  })

  it('of bloXroute, whose bytes are without 0x', () => {
    expect(toSendRequest(profileOf('bloxroute'), order)).toEqual({
      method: 'blxr_submit_bundle',
      params: {
        transaction: ['02ab', '02cd'],
        block_number: '0x10',
        uuid: 'u-1',
        reverting_hashes: ['0x02'],
        dropping_hashes: ['0x02'],
      },
    })
    const sent = toPrivateRequest(profileOf('bloxroute'), { raw: '0x02ab', maxBlock: 41, hints: [] })
    expect(sent).toEqual({ method: 'blxr_private_tx', params: { transaction: '02ab' } })
  })

  it('of beaverbuild, which cancels by an empty bundle', () => {
    expect(toCancelRequest(profileOf('beaverbuild'), 'u-1', 16)).toEqual({
      method: 'eth_sendBundle',
      params: [{ txs: [], blockNumber: '0x10', uuid: 'u-1' }],
    })
  })

  it('report unsupported features of a relay', () => {
    expect(explainUnfit(profileOf('titan'), { ...order, minTimestamp: 5 })).toMatch(/timestamps/)
    const refund = { percent: 90, recipient: `0x${'aa'.repeat(20)}` } as const
    expect(explainUnfit(profileOf('flashbots'), { ...order, refund })).toMatch(/refunds/)
    expect(explainUnfit(profileOf('titan'), { ...order, refund })).toBe(null)
    expect(toSendRequest(profileOf('titan'), { ...order, refund }).params).toMatchObject([
      { refundPercent: 90, refundRecipient: refund.recipient, droppingTxHashes: ['0x02'] },
    ])
  })
})

describe('settings', () => {
  const account = privateKeyToAccount(`0x${'5e'.repeat(32)}`)
  const parts = {
    chain: 'ethereum',
    signer: async () => ({ account, key: '5e'.repeat(32) }),
    clock: systemClock,
  } as const

  it('select the relays of each chain', () => {
    const names = relayProfiles.map(({ name }) => (name === 'gnosis' ? { name, url: 'http://127.0.0.1:1' } : name))
    const of = (chain: 'ethereum' | 'gnosis') => toRelays(names, { ...parts, chain }).map(({ profile }) => profile.name)
    expect(of('ethereum')).toHaveLength(7)
    expect(of('gnosis')).toEqual(['gnosis'])
  })

  it.each([
    ['nobody', /Use one of flashbots, titan/],
    ['gnosis', /Set its url/],
    [{ name: 'flashbots', url: 'ftp://x' }, /http/],
    [{ name: 'mine', url: 'http://x', dialect: 'klingon' }, /Unknown dialect/],
    [{ name: 'titan', headers: { authorization: 'a\nb' } }, /The relay "titan" has a header "authorization"/],
    [{ name: 'titan', headers: { 'a b': 'c' } }, /header "a b"/],
  ])('%j is rejected', (setting, says) => {
    expect(() => resolveRelay(setting)).toThrow(says)
    expect(() => resolveRelay(setting)).toThrow(InvalidRelayError)
  })

  it('reject duplicate relays', () => {
    expect(() => toRelays(['titan', 'titan'], parts)).toThrow(/twice/)
  })
})
