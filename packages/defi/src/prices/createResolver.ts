import { type Address, numberToHex, zeroAddress } from 'viem'
import type { BlockReader, Read } from '../reads/blockReader.ts'
import { type Form, forms } from './priceForms.ts'
import { type Answers, toAnswerKey } from './priceSource.ts'
import { getterAbi, getters, sourceAbi } from './sourceAbi.ts'

/** A contract that a price is made of; with a `sample`, the vault's value of so many shares. */
export type Part = { readonly address: Address; readonly sample?: bigint }

/** What a contract was found to be. */
export type Rule =
  | { readonly kind: 'feed'; readonly aggregator: Address; readonly secondary: boolean }
  | { readonly kind: 'form'; readonly form: Form; readonly parts: readonly Part[] }
  /** A number that no feed moves. */
  | { readonly kind: 'constant' }

export type Source = Part & {
  readonly rule: Rule
  readonly parts: readonly Source[]
  readonly aggregators: readonly Address[]
  compute(answers: Answers): bigint | null
}

const maxDepth = 6
const unchanged: Answers = new Map()

export const toPartKey = ({ address, sample }: Part) => `${address} ${sample}`

/** Finds out what contracts are made of at one block. `recall` says what one was found to be before. */
export function createResolver(reader: BlockReader, recall: (part: Part) => Rule | undefined) {
  const asked = new Map<string, Promise<unknown>>()
  /** Once: many sources are made of the same feeds. */
  const tryRead = ((read: Read) => {
    const key = `${read.address} ${read.functionName} ${read.args ?? ''}`
    const answer = asked.get(key) ?? reader.tryRead(read)
    asked.set(key, answer)
    return answer
  }) as BlockReader['tryRead']

  /** @param path the contracts that the part is a part of: none is made of itself */
  async function resolve(part: Part, path: readonly Address[] = []): Promise<Source | null> {
    if (path.length > maxDepth || path.includes(part.address)) return null
    // A feed or a vault that a Morpho oracle does without.
    if (part.address === zeroAddress) return toConstant(part, 1n)
    if (part.sample !== undefined) return toConstant(part, await readAssets(part.address, part.sample))
    const rule = recall(part)
    const recalled =
      rule?.kind === 'feed'
        ? await readFeed(part.address, rule)
        : rule?.kind === 'form'
          ? await readForm(part.address, rule.form, rule.parts, path)
          : null
    return recalled ?? discover(part.address, path)
  }

  async function discover(address: Address, path: readonly Address[]): Promise<Source | null> {
    const [words, phase, config] = await Promise.all([
      Promise.all(getters.map(async (name) => [name, await readWord(address, name)] as const)),
      tryRead({ address, abi: sourceAbi, functionName: 'phaseId' }),
      tryRead({ address, abi: sourceAbi, functionName: 'latestConfigDetails' }),
    ])
    if (phase !== undefined || config !== undefined) return readFeed(address)
    const found = new Map(words.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
    for (const form of forms) {
      const parts = toParts(form, found)
      const source = parts === null ? null : await readForm(address, form, parts, path)
      if (source !== null) return source
    }
    return null
  }

  /** Null where a part is not understood, or the rule does not give what the contract answers now. */
  async function readForm(
    address: Address,
    form: Form,
    parts: readonly Part[],
    path: readonly Address[],
  ): Promise<Source | null> {
    const [answer, ...all] = await Promise.all([
      readAnswer(address),
      Promise.all(form.numbers.map((names) => readFirst(address, [names].flat()))),
      Promise.all(parts.map((part) => resolve(part, [...path, address]))),
    ])
    const [numbers, found] = [toWhole(all[0]), toWhole(all[1])]
    if (answer === undefined || numbers === null || found === null) return null
    const compute = (answers: Answers) => {
      const prices = toWhole(found.map((part) => part.compute(answers)))
      return prices === null ? null : form.compute(prices, numbers, reader.timestamp, answer)
    }
    const aggregators = [...new Set(found.flatMap((part) => part.aggregators))]
    const rule: Rule = { kind: 'form', form, parts }
    return compute(unchanged) === answer ? { address, rule, parts: found, aggregators, compute } : null
  }

  async function readFeed(address: Address, known?: Rule & { readonly kind: 'feed' }): Promise<Source | null> {
    const [answer, named] = await Promise.all([
      readAnswer(address),
      tryRead({ address, abi: sourceAbi, functionName: 'aggregator' }),
    ])
    if (answer === undefined) return null
    const aggregator = (named?.toLowerCase() ?? address) as Address
    const secondary = known?.aggregator === aggregator ? known.secondary : await isSecondaryProxy(address, aggregator)
    const key = toAnswerKey({ aggregator, secondary })
    const compute = (answers: Answers) => answers.get(key) ?? answer
    const rule: Rule = { kind: 'feed', aggregator, secondary }
    return { address, rule, parts: [], aggregators: [aggregator], compute }
  }

  /** A DualAggregator tells nobody which of its proxies is the secondary one: the address is a constant in its code. */
  async function isSecondaryProxy(proxy: Address, aggregator: Address): Promise<boolean> {
    const name = await tryRead({ address: aggregator, abi: sourceAbi, functionName: 'typeAndVersion' })
    if (!name?.startsWith('DualAggregator')) return false
    const block = numberToHex(reader.blockNumber)
    const code = await reader.client.request({ method: 'eth_getCode', params: [aggregator, block] })
    return code.toLowerCase().includes(proxy.slice(2))
  }

  async function readAnswer(address: Address): Promise<bigint | undefined> {
    const [answer, price, round] = await Promise.all([
      tryRead({ address, abi: sourceAbi, functionName: 'latestAnswer' }),
      tryRead({ address, abi: sourceAbi, functionName: 'price' }),
      tryRead({ address, abi: sourceAbi, functionName: 'latestRoundData' }),
    ])
    return answer ?? price ?? round?.[1]
  }

  const readAssets = (address: Address, shares: bigint) =>
    tryRead({ address, abi: sourceAbi, functionName: 'convertToAssets', args: [shares] })

  const readWord = (address: Address, functionName: string) =>
    tryRead({ address, abi: getterAbi, functionName }) as Promise<bigint | undefined>

  async function readFirst(address: Address, names: readonly string[]): Promise<bigint | undefined> {
    const words = await Promise.all(names.map((name) => readWord(address, name)))
    return words.find((word) => word !== undefined)
  }

  return resolve
}

function toConstant(part: Part, value: bigint | undefined): Source | null {
  if (value === undefined) return null
  return { ...part, rule: { kind: 'constant' }, parts: [], aggregators: [], compute: () => value }
}

/** The parts that the getters name; null where one of the form's getters did not answer. */
function toParts({ feeds, numbers, marks = [] }: Form, found: ReadonlyMap<string, bigint>): readonly Part[] | null {
  const isComplete =
    [...feeds.flat(), ...marks].every((name) => found.has(name)) &&
    numbers.every((names) => [names].flat().some((name) => found.has(name)))
  if (!isComplete) return null
  const addressOf = (name: string) => numberToHex(BigInt.asUintN(160, found.get(name) ?? 0n), { size: 20 })
  return feeds.map((feed): Part => {
    if (typeof feed === 'string') return { address: addressOf(feed) }
    return { address: addressOf(feed[0]), sample: found.get(feed[1]) ?? 0n }
  })
}

/** Null where any is missing. */
function toWhole<item>(items: readonly (item | null | undefined)[]): readonly item[] | null {
  return items.some((item) => item === null || item === undefined) ? null : (items as readonly item[])
}
