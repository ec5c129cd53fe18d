import type { BookStatus } from '@outrigger/defi'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Progress of the lists of borrowers. */
export const books = defineRows({
  name: 'books',
  version: 1,
  description: 'Lists of borrowers, one row per contract of a lender.',
  columns: {
    chain: column('string', 'Chain'),
    protocol: column('string', 'Lender'),
    name: orNull('string', 'Name of the deployment'),
    contract_address: column('hex', 'Contract'),
    borrowers: column('int64', 'Accounts that have borrowed in the searched blocks'),
    searched_blocks: column('int64', 'Searched blocks'),
    to_block: orNull('int64', 'Highest searched block. Null before the first'),
    proven_block: orNull('int64', 'Block of the last comparison with the sums of the contract'),
    is_proven: orNull('bool', 'Whether the sums were equal'),
    reason: orNull('string', 'Why they were not'),
  },
})

export const toBookRows = (all: readonly BookStatus[]): Table =>
  books.of(
    all.map(({ chain, protocol, name, deployment, borrowers, blocks, to, proof }) => ({
      chain,
      protocol,
      name,
      contract_address: deployment,
      borrowers,
      searched_blocks: blocks,
      to_block: to,
      proven_block: proof?.blockNumber ?? null,
      is_proven: proof?.isProven ?? null,
      reason: proof?.reason ?? null,
    })),
  )
