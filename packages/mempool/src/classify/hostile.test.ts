import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createClassifier } from './classifier.ts'
import { readCorpus } from './fixtures/corpus.ts'
import { createRandom, mutate, nest } from './fixtures/mutate.ts'

const { classify } = createClassifier({ chain: 'ethereum' })
const transfer = `0xa9059cbb${'0'.repeat(24)}${'ab'.repeat(20)}${'1'.padStart(64, '0')}` as const
const word = (value: number) => value.toString(16).padStart(64, '0')
/** multicall(bytes[]) with a thousand references to the same bytes. */
function repeat(input: Hex): Hex {
  const bytes = input.slice(2)
  const offsets = word(32 * 1000).repeat(1000)
  return `0xac9650d8${word(32)}${word(1000)}${offsets}${word(bytes.length / 2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
}
const from = `0x${'cd'.repeat(20)}` as const

describe('hostile calldata', () => {
  const corpus = readCorpus()

  it('never throws, and reports where it stopped', () => {
    const random = createRandom(7)
    for (let round = 0; round < 20_000; round++) {
      const call = corpus[random(corpus.length)] as (typeof corpus)[number]
      const input = mutate(call.input, random)
      const { actions, undecoded } = classify({ ...call, input })
      expect(actions.length + undecoded.length).toBeLessThan(10_000)
      for (const part of undecoded) {
        expect(part.start).toBeGreaterThanOrEqual(0)
        expect(part.end).toBeLessThanOrEqual((input.length - 2) / 2)
        expect(part.end).toBeGreaterThanOrEqual(part.start)
      }
    }
  })

  it('decodes nested wrappers up to its limits', () => {
    const few = nest(transfer, 4, 1)
    expect(classify({ from, value: 0n, ...few }).actions.map(({ kind }) => kind)).toContain('transfer')
    const deep = nest(transfer, 24, 1)
    expect(classify({ from, value: 0n, ...deep }).undecoded.map(({ reason }) => reason)).toContain('tooDeep')
    // A thousand offsets to one call with a thousand offsets itself: a million calls in 64 kB.
    const many = repeat(repeat(transfer))
    expect(classify({ from, to: from, value: 0n, input: many }).undecoded.map(({ reason }) => reason)).toContain(
      'tooMany',
    )
  })

  it('computes hashes for few of the tokens and pools of one transaction', () => {
    const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
    const oneinch = '0x1111111254fb6c44bac0bed2854e76f90643097d'
    const multicall = '0xca11bde05977b3631167028862be2a173976ca11'
    const abi = parseAbi([
      'function swapExactETHForTokens(uint256,address[],address,uint256)',
      'function unoswap(address,uint256,uint256,bytes32[])',
      'function aggregate3((address,bool,bytes)[])',
    ])
    const addresses = (count: number) => Array.from({ length: count }, (_, n) => toHex(2 ** 40 + n, { size: 20 }))
    const path = encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokens',
      args: [1n, addresses(4000), from, 1n],
    })
    const calls = addresses(300).map((token) => {
      const args = [token, 1n, 1n, [toHex(BigInt(token) + 5n, { size: 32 })]] as const
      return [oneinch, true, encodeFunctionData({ abi, functionName: 'unoswap', args })] as const
    })
    const batch = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
    for (const [to, input, actions] of [
      [router, path, 1],
      [multicall, batch, 300],
    ] as const) {
      const found = classify({ from, to, value: 1n, input })
      expect([found.type, found.actions.length]).toEqual(['swap', actions])
    }
  }, 10_000)

  it.each([
    '',
    '0',
    '0x',
    '0x0',
    '0xa9059c',
    '0xa9059cbb',
    '0xa9059cbbzz',
    `0xa9059cbb${'z'.repeat(128)}`,
    'garbage',
    '0x\u0000',
    '💥'.repeat(40),
  ])('takes %j', (input) => {
    expect(classify({ from, to: from, value: 0n, input: input as '0x' }).type).toBeTypeOf('string')
  })
})
