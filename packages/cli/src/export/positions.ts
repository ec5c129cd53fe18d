import { type ChainLog, type ChainName, OutriggerError } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import type { LendingProtocol } from '@outrigger/defi'
import {
  createBlockReader,
  isAbsent,
  isVerdict,
  type MarketMemory,
  type ReadFailure,
  readPositions,
  toChangedAccounts,
  tryMarkets,
} from '@outrigger/defi/internal'
import type { Address, PublicClient } from 'viem'
import type { MinedBlock } from '../rows/blocks.ts'
import { toPositionHistoryRows } from '../rows/positions.ts'
import type { Table } from '../rows/schema.ts'
import { readBlockReceipts } from './blockRows.ts'
import type { RowSource, Selection } from './rowSource.ts'
import { readState, requireMulticall } from './state.ts'

/** A lender's contracts at a block cannot be read or valued, although the providers answer. Leave out the lender. */
export class IncompletePositionsError extends OutriggerError {
  readonly code = 'INCOMPLETE_POSITIONS'
  constructor(chain: string, number: bigint, { protocol, cause }: ReadFailure) {
    super(
      `Not all positions of ${chain} after block ${number} can be read. ${protocol.id}: ${(cause as Error).message} To export without a lender, name the others with --protocol.`,
      { cause },
    )
  }
}

type Work = {
  readonly chain: ChainName
  readonly client: PublicClient
  readonly protocols: readonly LendingProtocol[]
  /** Undefined for the accounts that a block changes. */
  readonly addresses: readonly Address[] | undefined
}

/** Selects the positions of these addresses after each block, or those of the accounts that a block changes. */
export function selectPositions({ pool, lending, addresses, protocols: ids }: Selection): RowSource {
  const chain = pool.chain.name as ChainName
  const client = createPoolClient(pool)
  const protocols = lending.protocols(chain, ids, '--protocol')
  const work = { chain, client, protocols, addresses: addresses && [...new Set(addresses)] }
  return {
    selection: {
      addresses: work.addresses?.toSorted().join() ?? 'changed',
      protocols: protocols
        .map(({ id }) => id)
        .sort()
        .join(),
    },
    async open(from) {
      const markets = await readState(chain, from, () => readFirstMarkets(work, from))
      return (block) => readState(chain, block.number, () => readRows(work, block, markets))
    },
  }
}

/** Reads the markets at the first block. Reads of later blocks take constants and the list of Morpho's markets from it. */
async function readFirstMarkets({ chain, client, protocols }: Work, from: bigint): Promise<MarketMemory> {
  await requireMulticall(client, chain, from)
  const reader = await createBlockReader(client, { block: await client.getBlock({ blockNumber: from }) })
  const markets: MarketMemory = new Map()
  const { failures } = await tryMarkets(reader, chain, protocols, markets)
  requireAll(chain, from, failures)
  return markets
}

async function readRows(work: Work, block: MinedBlock, markets: MarketMemory): Promise<Table> {
  const { chain, client, protocols, addresses } = work
  const logs = addresses === undefined ? await readLogs(client, block) : []
  const reader = await createBlockReader(client, { block })
  const { value, failures } = await readPositions(reader, {
    chain,
    protocols,
    // A copy, because markets of this block may not exist in other ones that are read at the same time.
    memory: new Map(markets),
    select: (all) => addresses ?? toChangedAccounts(logs, all),
  })
  requireAll(chain, block.number, failures)
  return toPositionHistoryRows(chain, block, value.accounts)
}

async function readLogs(client: PublicClient, block: MinedBlock): Promise<readonly ChainLog[]> {
  const receipts = await readBlockReceipts(client, block)
  // viem has the same addresses, topics and data as the node.
  return receipts.flatMap(({ logs }) => logs) as unknown as readonly ChainLog[]
}

/**
 * Ignores lenders that are not deployed yet.
 *
 * @throws {IncompletePositionsError}
 * @throws the error of the providers
 */
function requireAll(chain: string, number: bigint, all: readonly ReadFailure[]): void {
  const failures = all.filter((failure) => !isAbsent(failure))
  const unread = failures.find((failure) => !isVerdict(failure))
  if (unread !== undefined) throw unread.cause
  const [failure] = failures
  if (failure !== undefined) throw new IncompletePositionsError(chain, number, failure)
}
