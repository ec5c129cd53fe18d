import { isFilterMethod } from './filters/filterRequest.ts'
import { type Lifetime, toLifetime } from './reads/readCache.ts'
import { isDenial } from './reads/shape.ts'
import { isWrite } from './writes/sendWrite.ts'

/** What a pool does with the requests of a method, whatever their parameters. */
export type MethodHandling = {
  /** Sent to one provider after the other until one accepts it, and never twice. */
  readonly write: boolean
  /** Sent to a second provider if the first one is slow. */
  readonly hedged: boolean
  /** Answers that the pool stores: those that never change, those of final blocks, and those of the latest block. */
  readonly cached: readonly Exclude<Lifetime['kind'], 'none'>[]
  /** An empty answer counts only after other providers have confirmed it. */
  readonly confirmsEmpty: boolean
}

const hash = `0x${'00'.repeat(32)}`
/** Values at the position of a block parameter. */
const blocks: readonly unknown[] = [hash, { blockHash: hash }, { fromBlock: '0x1', toBlock: '0x1' }, '0x1', 'latest']
/** More parameters than any method has before its block. */
const positions = 4
/** An answer that names its block. */
const located = { blockNumber: '0x1' }

/** Returns what a pool does with a method, by asking the rules that it applies to each request. */
export function toMethodHandling(method: string): MethodHandling {
  const request = { method, params: [] }
  const [write, isFilter] = [isWrite(request), isFilterMethod(method)]
  const isRead = !write && !isFilter
  return {
    write,
    hedged: isRead,
    cached: isRead ? findLifetimes(method) : [],
    confirmsEmpty: isRead && [null, []].some((value) => isDenial(request, value)),
  }
}

function findLifetimes(method: string): MethodHandling['cached'] {
  if (method === 'eth_chainId' || method === 'net_version') return ['forever']
  const kinds = blocks.map((block) => toLifetime({ method, params: Array(positions).fill(block) }, located).kind)
  return [...new Set(kinds.filter((kind) => kind !== 'none'))]
}
