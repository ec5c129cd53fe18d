import { protocols } from '@outrigger/calldata'
import { quantile } from '@outrigger/core/internal'
import { Interface } from 'ethers'
import { decodeFunctionData, parseAbi } from 'viem'
import { createClassifier } from './classifier.ts'
import { type CorpusCall, readCorpus } from './fixtures/corpus.ts'
import { createRandom, mutate, nest } from './fixtures/mutate.ts'

/**
 * Benchmark: decodes and classifies recorded calldata, and compares this with viem and ethers on the same functions.
 */
export const suite = { name: 'classification', run }

const mutations = 1_000_000
const sampleSize = 500

async function run() {
  const corpus = readCorpus()
  const { classify } = createClassifier({ chain: 'ethereum' })
  const signatures = [...new Set(protocols.flatMap(toSignatures))]
  const abi = parseAbi(signatures.map((signature) => `function ${signature}`))
  const contract = new Interface(signatures.map((signature) => `function ${signature}`))

  // The others take some ten milliseconds per call with this many functions, so they only decode a sample.
  const sample = corpus.filter((_, index) => index % Math.ceil(corpus.length / sampleSize) === 0)
  const ours = measure(sample, (call) => {
    const { actions, undecoded } = classify(call)
    return actions.length > 0 || undecoded.every(({ start }) => start > 0)
  })
  const viem = measure(sample, ({ input }) => tries(() => decodeFunctionData({ abi, data: input })))
  const ethers = measure(sample, ({ input }) => tries(() => contract.parseTransaction({ data: input })))
  return [
    { name: `ours, functions known: ${signatures.length}`, value: ours.perSecond, unit: 'tx/s' },
    { name: 'viem decodeFunctionData', value: viem.perSecond, unit: 'tx/s' },
    { name: 'ethers parseTransaction', value: ethers.perSecond, unit: 'tx/s' },
    { name: 'ours / viem', value: ours.perSecond / viem.perSecond, unit: 'x', bar: { atLeast: 100 } },
    { name: 'ours / ethers', value: ours.perSecond / ethers.perSecond, unit: 'x', bar: { atLeast: 100 } },
    {
      name: 'decoded by ours',
      value: ours.decoded * 100,
      unit: '%',
      bar: { atLeast: Math.max(viem.decoded, ethers.decoded) * 100 },
    },
    { name: 'decoded by viem', value: viem.decoded * 100, unit: '%' },
    { name: 'decoded by ethers', value: ethers.decoded * 100, unit: '%' },
    ...attack(corpus, classify),
  ]
}

function toSignatures({ contracts, atAnyAddress }: (typeof protocols)[number]): string[] {
  const tables = [...contracts.map(({ functions }) => functions), ...(atAnyAddress ? [atAnyAddress] : [])]
  return tables
    .flatMap((table) => [...table.values()].map(({ signature }) => signature))
    .filter((text) => text.includes('('))
}

function tries(decode: () => unknown): boolean {
  try {
    return decode() !== null
  } catch {
    return false
  }
}

/** Returns transactions per second of CPU time over whole passes of at least two seconds, after a short warm-up pass. */
function measure(calls: readonly CorpusCall[], decode: (call: CorpusCall) => boolean) {
  let [passes, micros, decoded] = [0, 0, 0]
  for (let warm = true; micros < 2e6; warm = false) {
    const start = process.cpuUsage()
    decoded = calls.filter(decode).length / calls.length
    const { user, system } = process.cpuUsage(start)
    if (warm && user + system < 2e6) continue
    passes += 1
    micros += user + system
  }
  return { decoded, perSecond: (passes * calls.length) / (micros / 1e6) }
}

/** Classifies a million broken calldatas. None may throw, take long, or stay in memory. */
function attack(corpus: readonly CorpusCall[], classify: ReturnType<typeof createClassifier>['classify']) {
  const random = createRandom(1)
  const times = new Float64Array(mutations)
  let throws = 0
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  for (let round = 0; round < mutations; round++) {
    const call = corpus[random(corpus.length)] as CorpusCall
    const nested = round % 50 === 0 ? nest(mutate(call.input, random), 1 + random(16), 1 + random(3)) : undefined
    const hostile = nested ? { ...call, ...nested } : { ...call, input: mutate(call.input, random) }
    const startedMs = performance.now()
    try {
      classify(hostile)
    } catch {
      throws += 1
    }
    times[round] = performance.now() - startedMs
  }
  globalThis.gc?.()
  const grownMiB = (process.memoryUsage().heapUsed - before) / 2 ** 20
  const sorted = Array.from(times.sort())
  return [
    {
      name: `throws in ${mutations.toLocaleString('en')} mutated calldatas`,
      value: throws,
      unit: '',
      bar: { atMost: 0 },
    },
    { name: 'p99.9', value: quantile(sorted, 0.999) ?? Number.NaN, unit: 'ms', bar: { atMost: 1 } },
    { name: 'heap grown', value: grownMiB, unit: 'MiB', bar: { atMost: 64 } },
  ]
}
