import { readLocalRecording, readRecordingLines } from '@outrigger/devnet/recorded'
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  parseTransaction,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { protocols } from '../registry.ts'
import { toOracleUpdates } from './toOracleUpdates.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const decodeUpdates = (call: { readonly to: Address | null; readonly input: Hex }) =>
  toOracleUpdates(decoder.decode(call).actions)

const abi = parseAbi([
  'function transmit(bytes report, bytes32[] rs, bytes32[] ss, bytes32 rawVs)',
  'function transmitSecondary(bytes32[3] reportContext, bytes report, bytes32[] rs, bytes32[] ss, bytes32 rawVs)',
  'function forward(address to, bytes data)',
  'function ownerForward(address to, bytes data)',
  'function multiForward(address[] tos, bytes[] datas)',
  'function updateAnswer(int256 answer)',
])
const ocr2Abi = parseAbi([
  'function transmit(bytes32[3] reportContext, bytes report, bytes32[] rs, bytes32[] ss, bytes32 rawVs)',
])
const [feed, other, forwarder] = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address, Address]
const word = `0x${'07'.repeat(32)}` as const
const signatures = [[word, word], [word, word], word] as const

const call = (functionName: string, args: readonly unknown[], from: Abi = abi) =>
  encodeFunctionData({ abi: from, functionName, args })
const report1 = (observations: readonly bigint[]) =>
  encodeAbiParameters(parseAbiParameters('bytes32, bytes32, int192[]'), [word, word, observations])
const report2 = (observations: readonly bigint[]) =>
  encodeAbiParameters(parseAbiParameters('uint32, bytes32, int192[], int192'), [1, word, observations, 5n])
const ocr1 = (...observations: bigint[]) => call('transmit', [report1(observations), ...signatures])
const ocr2 = (...observations: bigint[]) =>
  call('transmit', [[word, word, word], report2(observations), ...signatures], ocr2Abi)
const decode = (input: Hex, to: Address | null = feed) => decodeUpdates({ to, input })

describe('toOracleUpdates', () => {
  it('takes the middle observation, the later of two', () => {
    expect(decode(ocr1(1n, 2n, 9n))).toEqual([{ aggregator: feed, answer: 2n }])
    expect(decode(ocr1(1n, 2n, 3n, 9n))).toEqual([{ aggregator: feed, answer: 3n }])
    expect(decode(ocr2(-5n, -4n, 7n))).toEqual([{ aggregator: feed, answer: -4n }])
    expect(decode(ocr2(257846174800n))).toEqual([{ aggregator: feed, answer: 257846174800n }])
  })

  it('refuses what the first kind of aggregator does: observations out of order', () => {
    expect(decode(ocr1(2n, 1n, 9n))).toEqual([])
  })

  it('sees through forwarders', () => {
    const update = { aggregator: feed, answer: 2n }
    expect(decode(call('forward', [feed, ocr2(1n, 2n, 3n)]), forwarder)).toEqual([update])
    expect(decode(call('ownerForward', [feed, ocr1(1n, 2n, 3n)]), forwarder)).toEqual([update])
    expect(
      decode(
        call('multiForward', [
          [feed, other],
          [ocr2(1n, 2n, 3n), ocr2(8n)],
        ]),
        forwarder,
      ),
    ).toEqual([update, { aggregator: other, answer: 8n }])
    expect(decode(call('forward', [feed, '0x']), forwarder)).toEqual([])
  })

  it('keeps apart what only a secondary proxy sees', () => {
    const updates = decode(call('transmitSecondary', [[word, word, word], report2([3n]), ...signatures]))
    expect(updates).toEqual([{ aggregator: feed, answer: 3n, secondary: true }])
  })

  it('reads the mocks’ way, in any case', () => {
    const input = call('updateAnswer', [-1n])
    expect(decode(input, feed.toUpperCase().replace('0X', '0x') as Address)).toEqual([
      { aggregator: feed, answer: -1n },
    ])
  })

  it('gives none of anything else, and never throws', () => {
    expect(decode('0x')).toEqual([])
    expect(decode(ocr2(1n), null)).toEqual([])
    for (const whole of [ocr1(1n, 2n, 3n), ocr2(1n, 2n, 3n), call('multiForward', [[feed], [ocr2(1n)]])])
      for (let length = 2; length < whole.length; length++) {
        const updates = decode(whole.slice(0, length) as Hex)
        // What is cut off may be signatures only; the answer is never another.
        for (const { answer } of updates) expect([2n, 1n]).toContain(answer)
        const dirty = `${whole.slice(0, length)}f${whole.slice(length + 1)}` as Hex
        expect(() => decode(dirty)).not.toThrow()
      }
    let nested: Hex = ocr2(1n)
    for (let depth = 0; depth < 100; depth++) nested = call('forward', [feed, nested])
    expect(decode(nested)).toEqual([])
  })
})

describe('recorded on mainnet, Polygon and Optimism', () => {
  type Call = {
    readonly action: { readonly to: Address; readonly input: Hex }
    readonly output: Hex | null
    readonly error: string | null
    readonly trace_address: readonly number[]
  }

  it('what aggregators answer later in the same block is what was decoded', () => {
    let decoded = 0
    let confirmed = 0
    for (const { calls } of readRecordingLines<{ calls: readonly Call[] }>('mev-inspect-py/calls.ndjson.gz')) {
      const answers = new Map<Address, bigint>()
      for (const { action, output, error, trace_address } of calls) {
        const { to, input } = action
        if (trace_address.length === 0)
          for (const { aggregator, answer } of decodeUpdates({ to, input })) {
            decoded++
            // Those that come late revert.
            if (!error) answers.set(aggregator, answer)
          }
        const expected = answers.get(to)
        // latestAnswer() answers one word, latestRoundData() the answer in the second.
        const at = { '0x50d25bcd': 0, '0xfeaf968c': 1 }[input.slice(0, 10)]
        if (expected === undefined || at === undefined || !output) continue
        confirmed++
        expect(BigInt(`0x${output.slice(2 + 64 * at, 66 + 64 * at)}`)).toBe(expected)
      }
    }
    expect(decoded).toBeGreaterThan(90)
    expect(confirmed).toBeGreaterThan(5)
  })

  it('decodes every transmission among signed transactions', (test) => {
    const text = readLocalRecording(test, 'raw-tx/raw_signed_txs.dev.ndjson.gz')
    let direct = 0
    let forwarded = 0
    const others: unknown[] = []
    for (const line of text.split('\n')) {
      if (!/c9807539|b1dc65a4/.test(line)) continue
      const { to = null, data: input = '0x' } = parseTransaction((JSON.parse(line) as { raw: Hex }).raw)
      const isForwarded = input.startsWith('0x6fadcf72')
      if (!isForwarded && !/^0x(c9807539|b1dc65a4)/.test(input)) continue
      const [update, ...more] = decodeUpdates({ to: to as Address | null, input })
      expect(more).toEqual([])
      if (update === undefined) others.push(to)
      else {
        expect(update.answer).toBeGreaterThan(0n)
        expect(update.aggregator === to?.toLowerCase()).toBe(!isForwarded)
        if (isForwarded) forwarded++
        else direct++
      }
    }
    // A report of CCIP, which has no observations.
    expect(others).toEqual(['0xd23391fcbb8a41b971f90bc6e95cc8bead885221'])
    expect(direct).toBeGreaterThan(0)
    expect(forwarded).toBeGreaterThan(0)
  })
})
