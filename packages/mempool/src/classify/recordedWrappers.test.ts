import { createDecoder, protocols, wrappers } from '@outrigger/calldata'
import { type ChainName, isChainName } from '@outrigger/core'
import { readLocalRecording, toRows } from '@outrigger/devnet/recorded'
import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseRawTransaction } from '../transaction/parseRawTransaction.ts'

describe('recorded calls', () => {
  const selectors = [...wrappers].flatMap(({ atAnyAddress }) => [...(atAnyAddress?.keys() ?? [])])

  it('decodes every recorded wrapper, leaving only unknown inner calls', (test) => {
    type Row = { chain: string; raw: Hex; selector: Hex | null }
    const rows = toRows<Row>(readLocalRecording(test, 'raw-tx/raw_signed_txs.dev.ndjson.gz')).filter(
      ({ chain, selector }) => isChainName(chain) && selectors.includes(selector ?? '0x'),
    )
    expect(rows.length).toBeGreaterThan(50)
    for (const { chain, raw } of rows) {
      const decoder = createDecoder({ chain: chain as ChainName, protocols })
      const { actions, undecoded } = decoder.decode(parseRawTransaction(raw))
      expect(undecoded.filter(({ reason }) => reason === 'malformed' || reason === 'tooDeep')).toEqual([])
      // The wrapper has actions, or its undecoded part is within it.
      expect(actions.length > 0 || undecoded.every(({ start }) => start > 0)).toBe(true)
    }
  })
})
