import { readRecordingLines } from '@outrigger/devnet/recorded'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { allProtocols } from '../../archive/index.ts'
import { createDecoder } from '../../decoder/decoder.ts'

type Row = {
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly input: Hex
  readonly labels?: { readonly nft_trade?: number }
}

test('every recorded NFT trade is one, with its collection', () => {
  const decoder = createDecoder({ chain: 'ethereum', protocols: allProtocols })
  const rows = readRecordingLines<Row>('mev-inspect-py/transactions.ndjson.gz').filter(
    (row) => row.labels?.nft_trade !== undefined || /^0x(ab834bab|fb0f3ee1|e7acab24|a8174404)/.test(row.input),
  )
  const misses = rows.filter(({ value, ...row }) => {
    const { actions } = decoder.decode({ ...row, value: BigInt(value) })
    return !actions.some((action) => action.kind === 'nft' && action.event === 'trade' && action.collection !== null)
  })
  expect(rows.length).toBeGreaterThan(170)
  expect(misses.map((row) => `${row.to} ${row.input.slice(0, 10)}`)).toEqual([])
})
