import type { FamilyPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { InvalidBlockRangeError } from '../../errors.ts'
import type { FamilyLogs } from '../familyData.ts'
import type { LogsQuestion } from '../familyReader.ts'
import { askStarknet } from './askStarknet.ts'
import { fromWords, toFelt } from './felt.ts'
import { parseAddress } from './parameters.ts'
import { readBlock, toAsOf } from './readBlock.ts'
import type { RpcEmittedEvent } from './rpcTypes.ts'

/** Maximum number of events per answer of a node, by Starknet's specification. */
const chunkSize = 1000
/** Maximum number of events per request of a caller. */
const mostEvents = 10_000

export type EventFilter = {
  readonly address?: Hex
  /** By position. Null matches any key, a list matches any of its keys. */
  readonly keys?: readonly (readonly Hex[] | null)[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

type EventPage = { readonly events: readonly RpcEmittedEvent[]; readonly continuation_token?: string | null }

/** Returns the events of a range of blocks, oldest first. `isCut` is true if there are more than `most` events. */
export async function readEvents(pool: FamilyPool, filter: EventFilter, most: number) {
  const events: RpcEmittedEvent[] = []
  const range = {
    from_block: { block_number: Number(filter.fromBlock) },
    to_block: { block_number: Number(filter.toBlock) },
  }
  let token: string | null | undefined
  do {
    const page = { chunk_size: chunkSize, ...(token && { continuation_token: token }) }
    const keys = (filter.keys ?? []).map((position) => position ?? [])
    const params = [{ ...range, ...(filter.address && { address: filter.address }), keys, ...page }]
    const { result } = await askStarknet<EventPage>(pool, 'getEvents', params)
    events.push(...(result?.events ?? []))
    token = result?.continuation_token
  } while (token && events.length <= most)
  return { events: events.slice(0, most), isCut: events.length > most || Boolean(token) }
}

/**
 * Returns the events of a range of blocks, both ends included. `topics` are their keys by position, and `data` consists of words
 * of 32 bytes.
 *
 * @throws {InvalidBlockRangeError} the range is reversed, beyond the head, or has more than 10,000 events
 * @throws {InvalidAddressError} @throws {AllProvidersFailedError}
 */
export async function getLogs(pool: FamilyPool, question: LogsQuestion): Promise<FamilyLogs<'starknet'>> {
  const address = question.address === undefined ? {} : { address: parseAddress(question.address) }
  const { body, provider } = await readBlock(pool, 'latest')
  const toBlock = question.toBlock ?? body.number
  const fromBlock = question.fromBlock ?? toBlock
  if (fromBlock > toBlock)
    throw new InvalidBlockRangeError(`The range begins at ${fromBlock}, after its end ${toBlock}. Swap the two.`)
  if (toBlock > body.number)
    throw new InvalidBlockRangeError(`Block ${toBlock} does not exist yet. The latest block is ${body.number}.`)
  const keys = (question.topics ?? []).map((topic) => topic && [toFelt(topic)])
  const { events, isCut } = await readEvents(pool, { ...address, keys, fromBlock, toBlock }, mostEvents)
  if (isCut)
    throw new InvalidBlockRangeError(`More than ${mostEvents} events match. Split the range, or use a narrower filter.`)
  return {
    family: 'starknet',
    chain: pool.chain.name,
    fromBlock,
    toBlock,
    asOf: toAsOf(body, provider),
    logs: events.map((event, index) => ({
      address: event.from_address,
      topics: event.keys,
      data: fromWords(event.data),
      blockNumber: BigInt(event.block_number ?? 0),
      transactionHash: event.transaction_hash,
      logIndex: event.event_index ?? index,
    })),
  }
}
