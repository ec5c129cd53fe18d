import { type Address, numberToHex, zeroAddress } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
import { type Answers, toAnswerKey } from './lendingPriceSource.ts'
import { type Form, forms } from './priceForms.ts'
import type { Part, Rule, Source } from './priceRule.ts'
import { createSourceReads, type SourceReads } from './sourceReads.ts'

const maxDepth = 6
const unchanged: Answers = new Map()

type FeedRule = Rule & { readonly kind: 'feed' }

/**
 * Creates a function that finds how contracts compute their prices, at one block. `recall` returns a rule found
 * earlier.
 */
export function createResolver(reader: BlockReader, recall: (part: Part) => Rule | undefined) {
  const reads = createSourceReads(reader)

  /** @param path the contracts that use this one; a cycle has no price */
  async function resolve(part: Part, path: readonly Address[] = []): Promise<Source | null> {
    if (path.length > maxDepth || path.includes(part.address)) return null
    // An optional feed or vault that a Morpho oracle does not use counts as 1.
    if (part.address === zeroAddress) return toConstant(part, 1n)
    if (part.sample !== undefined) return toConstant(part, await reads.readAssets(part.address, part.sample))
    return (await readKnown(part, path)) ?? discover(part.address, path)
  }

  async function readKnown(part: Part, path: readonly Address[]): Promise<Source | null> {
    const rule = recall(part)
    if (rule?.kind === 'feed') return readFeed(reads, part.address, rule)
    return rule?.kind === 'form' ? readForm(part.address, rule.form, rule.parts, path) : null
  }

  async function discover(address: Address, path: readonly Address[]): Promise<Source | null> {
    const [found, isFeed] = await Promise.all([reads.readGetters(address), reads.isFeed(address)])
    if (isFeed) return readFeed(reads, address)
    for (const form of forms) {
      const parts = toParts(form, found)
      const source = parts === null ? null : await readForm(address, form, parts, path)
      if (source !== null) return source
    }
    return null
  }

  /** Returns null if a part is unknown, or the form does not give the contract's own answer. */
  async function readForm(
    address: Address,
    form: Form,
    parts: readonly Part[],
    path: readonly Address[],
  ): Promise<Source | null> {
    const [answer, ...all] = await Promise.all([
      reads.readAnswer(address),
      Promise.all(form.numbers.map((names) => reads.readFirst(address, [names].flat()))),
      Promise.all(parts.map((part) => resolve(part, [...path, address]))),
    ])
    const [numbers, found] = [toComplete(all[0]), toComplete(all[1])]
    if (answer === undefined || numbers === null || found === null) return null
    const compute = (answers: Answers) => {
      const prices = toComplete(found.map((part) => part.compute(answers)))
      return prices === null ? null : form.compute(prices, numbers, reads.timestamp, answer)
    }
    const aggregators = [...new Set(found.flatMap((part) => part.aggregators))]
    const rule: Rule = { kind: 'form', form, parts }
    return compute(unchanged) === answer ? { address, rule, parts: found, aggregators, compute } : null
  }

  return resolve
}

/** Returns null if the feed has no answer. */
async function readFeed(reads: SourceReads, address: Address, known?: FeedRule): Promise<Source | null> {
  const [answer, aggregator] = await Promise.all([reads.readAnswer(address), reads.readAggregator(address)])
  if (answer === undefined) return null
  const isKnown = known?.aggregator === aggregator
  const secondary = isKnown ? known.secondary : await reads.isSecondaryProxy(address, aggregator)
  const key = toAnswerKey({ aggregator, secondary })
  const compute = (answers: Answers) => answers.get(key) ?? answer
  return { address, rule: { kind: 'feed', aggregator, secondary }, parts: [], aggregators: [aggregator], compute }
}

function toConstant(part: Part, value: bigint | undefined): Source | null {
  if (value === undefined) return null
  return { ...part, rule: { kind: 'constant' }, parts: [], aggregators: [], compute: () => value }
}

/** Returns the parts of a form from its getters, or null if one of them failed. */
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

/** Returns null if any item is missing. */
function toComplete<item>(items: readonly (item | null | undefined)[]): readonly item[] | null {
  return items.some((item) => item === null || item === undefined) ? null : (items as readonly item[])
}
