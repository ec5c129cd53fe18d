import { describe, expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import { PoolClosedError } from '../errors.ts'
import type { Answer, Head, ProviderPool, RpcRequest } from '../poolTypes.ts'
import { createHeadDelivery } from './headDelivery.ts'

const toHash = (text: string) => `0x${text.padStart(64, '0')}` as const
const toHead = (number: number, branch = '', removed = false): Head => ({
  number: BigInt(number),
  hash: toHash(`${number}${branch}`),
  parentHash: toHash(`${number - 1}`),
  timestamp: 0n,
  provider: 'primary',
  removed,
  header: { number: `0x${number.toString(16)}` },
})
const byNumber = (number: number): RpcRequest => ({
  method: 'eth_getBlockByNumber',
  params: [`0x${number.toString(16)}`, false],
})

/** A listener that reads each reported block by its number, and records the results. */
function open(read: (request: RpcRequest) => Promise<unknown>) {
  const asked: RpcRequest[] = []
  const send = async (request: RpcRequest) => {
    asked.push(request)
    return { result: await read(request) } as Answer
  }
  const delivery = createHeadDelivery({ send: send as ProviderPool['send'] })
  const got: unknown[] = []
  const lost: bigint[] = []
  const queue = delivery.open({
    async onHead({ number }) {
      const block = await delivery.answer(byNumber(Number(number)), undefined)?.catch(() => 'failed')
      got.push(block)
    },
    onLost: (from) => lost.push(from),
  })
  return { queue, got, lost, asked, delivery }
}

const eventually = async (done: () => boolean) => {
  for (let turn = 0; turn < 500 && !done(); turn += 1) await sleep(5)
}

describe('the delivery of heads to a listener that reads blocks by number', () => {
  it('answers in the order of the heads, eight at a time, whichever read finishes first', async () => {
    let atOnce = 0
    let most = 0
    const { queue, got } = open(async ({ params }) => {
      const [hash] = params as [string]
      atOnce += 1
      most = Math.max(most, atOnce)
      // Later reads finish sooner.
      await sleep(40 - Number.parseInt(hash.slice(-2), 10))
      atOnce -= 1
      return hash
    })
    const heads = Array.from({ length: 20 }, (_, index) => toHead(index + 10))
    for (const head of heads) queue.push(head)
    await eventually(() => got.length === heads.length)
    expect(got).toEqual(heads.map(({ hash }) => hash))
    expect(most).toBeLessThanOrEqual(8)
    expect(most).toBeGreaterThan(1)
  })

  it('retries a read until an endpoint has the block', async () => {
    let attempts = 0
    const { queue, got } = open(async () => {
      attempts += 1
      if (attempts === 1) return null
      if (attempts === 2) throw new TypeError('nobody answers')
      return 'block'
    })
    queue.push(toHead(7))
    await eventually(() => got.length > 0)
    expect([got, attempts]).toEqual([['block'], 3])
  })

  it('returns the new block if a reorganization removed the reported one before it was read', async () => {
    const { queue, got, asked } = open(async ({ method }) => (method === 'eth_getBlockByNumber' ? 'new' : null))
    queue.push(toHead(7, 'a'))
    queue.push(toHead(7, 'a', true))
    await eventually(() => got.length === 1)
    expect(got).toEqual(['new'])
    expect(asked.at(-1)?.method).toBe('eth_getBlockByNumber')
  })

  it('delivers two blocks of one height one after the other', async () => {
    const { queue, got } = open(async ({ params }) => {
      await sleep(10)
      return (params as [string])[0]
    })
    for (const head of [toHead(7, 'a'), toHead(8, 'a'), toHead(7, 'b'), toHead(8, 'b')]) queue.push(head)
    await eventually(() => got.length === 4)
    expect(got).toEqual([toHash('7a'), toHash('8a'), toHash('7b'), toHash('8b')])
  })

  it('stops reading after the end, and rejects when the pool is closed', async () => {
    let attempts = 0
    const { queue, got } = open(async () => {
      attempts += 1
      return null
    })
    queue.push(toHead(7))
    await sleep(20)
    queue.end()
    await eventually(() => got.length > 0)
    const before = attempts
    await sleep(200)
    expect([attempts, got]).toEqual([before, [null]])
    const closed = open(async () => {
      throw new PoolClosedError('ethereum')
    })
    closed.queue.push(toHead(8))
    await eventually(() => closed.got.length > 0)
    expect(closed.got).toEqual(['failed'])
  })

  it('ignores other requests, and reports the heads that a slow listener lost', async () => {
    const { queue, delivery, lost } = open(() => new Promise(() => {}))
    expect(delivery.answer(byNumber(1), undefined)).toBeUndefined()
    for (let number = 1; number <= 4096 + 8 + 2; number += 1) queue.push(toHead(number))
    expect(delivery.answer(byNumber(5000), undefined)).toBeUndefined()
    expect(delivery.answer({ method: 'eth_getBlockByNumber', params: ['latest', false] }, undefined)).toBeUndefined()
    expect(lost).toEqual([9n, 10n])
  })
})
