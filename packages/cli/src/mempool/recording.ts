import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { RecordedBlock } from '@outrigger/mempool'
import type { Hex } from 'viem'
import { UsageError } from '../exitCodes.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Reads recorded transactions: JSON lines, gzip where the name ends in `.gz`, each a transaction in JSON-RPC form with its
 * block (`blockNumber` or `block_number`), in order. `error` marks one that failed; `effective_gas_price` stands in for fees.
 *
 * @throws {UsageError} no such file, or a line that is no such transaction
 */
export async function readRecording(file: string): Promise<readonly RecordedBlock[]> {
  const bytes = createReadStream(file)
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  const blocks = new Map<
    bigint,
    { readonly transactions: (Row & { readonly hash: Hex })[]; readonly failed: Set<Hex> }
  >()
  const failure = new Promise<never>((_, reject) => {
    for (const stream of [bytes, input]) stream.on('error', reject)
  })
  failure.catch(() => {})
  let line = 0
  try {
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
    for (
      let next = await Promise.race([lines.next(), failure]);
      !next.done;
      next = await Promise.race([lines.next(), failure])
    ) {
      line += 1
      if (next.value.trim() === '') continue
      const row = JSON.parse(next.value) as Row
      const number = BigInt((row['blockNumber'] ?? row['block_number']) as string)
      const block = blocks.get(number) ?? { transactions: [], failed: new Set<Hex>() }
      blocks.set(number, block)
      const hash = String(row['hash']) as Hex
      // Some recorders write their own kind of row into `type`.
      const { type, ...rest } = row
      block.transactions.push({
        gasPrice: row['effective_gas_price'],
        ...rest,
        ...(isQuantity(type) && { type }),
        hash,
      })
      if (row['error'] || row['status'] === '0x0') block.failed.add(hash)
    }
  } catch (cause) {
    const why =
      cause instanceof Error && 'code' in cause ? String(cause.code) : `line ${line} is no transaction with a block`
    throw new UsageError(`The recording ${file} cannot be read: ${why}.`, { cause })
  }
  return [...blocks].map(([number, block]) => ({ number, ...block }))
}

function isQuantity(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('0x')
}
