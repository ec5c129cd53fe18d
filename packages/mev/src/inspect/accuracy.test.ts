import { listRecordings, readLocalRecording, readRecordingLines } from '@outrigger/devnet/recorded'
import { describe, expect, it, type TestContext } from 'vitest'
import { weth } from './fixtures/blocks.ts'
import { readInspectPyBlock, readInspectPyLabels, readInspectRsBlocks } from './fixtures/labelled.ts'
import { toReceiptsOnly } from './fixtures/toReceiptsOnly.ts'
import { type Inspection, inspectTransactions } from './inspectTransactions.ts'
import type { MinedBlock } from './minedBlock.ts'
import type { LiquidationFinding } from './minedFinding.ts'
import { parseBlock } from './parse/parseBlock.ts'

// Differences between the labels of this package and the upstream labels. Each was checked against the transfers
// of its transaction.

/** Labeled upstream, but not an arbitrage. */
const notArbitrages: Readonly<Record<string, string>> = {
  '0x23a4dc7044666d3d4cc2d394a8017fc9d6b87018c20390d35266cea1af783e8a': 'it was reverted',
  '0xcfec6d808b85553cdbf3d1cadaa1ffead86e038edb947bb576470d311202a0ac':
    'it ends with 0.28 ETH less: the front of a sandwich',
  '0xf27d594d64ae3099fd19c19475e09e914b86da781c9a6d0675b588f52e29940c':
    'the back of that sandwich: of its 0.35 ETH the front had paid 0.28, and the sandwich gains the rest',
}
/**
 * Arbitrages without an upstream label. Their cycles use a DEX or order that upstream does not decode, or violate its
 * rule for hops.
 */
const moreArbitrages: Readonly<Record<string, string>> = {
  '0x496836e0bd1520388e36c79d587a31d4b3306e4f25352164178ca0667c7f9c29':
    'Uniswap V2, Mooniswap, Uniswap V2: +0.0346 ETH',
  '0xd5639f59fb23547826bcd9a2a99905d3f748454776fd4d679c724283de1dbb81': 'Uniswap V2, Curve, Uniswap V2: +1.398 ETH',
  '0x94c8cc09af6329beff15f71f99dd3622561e3e787b16faf0495813840a43237f': 'Uniswap V2, Curve, Uniswap V2: +0.309 ETH',
  '0xd02b3e5286e7f474e59ba7f71c921812ac2f1bfd469feaa803d5ee66b1c9aa56':
    'two pairs of the form of Uniswap V2: +0.0144 ETH',
  '0xa3d8c446de81db9c63b8654329a09c4aee174ce329a55a4e24b999b0691e1f86': 'two unlisted pools in the cycle: +0.0530 ETH',
  '0x27c4d02cde06d8842905c0e937a483ff07be6388b4d2508aeedaad0ebf1cb1e1': 'a 0x limit order in the cycle: +0.0538 ETH',
  '0xa043976d736ec8dc930c0556dffd0a86a4bfc80bf98fb7995c791fb4dc488b5d': 'a 0x limit order and Uniswap V3: +0.0569 ETH',
  '0x79fa828c222c3b21c002c7939d8cd613e7476c90bba26622da6790ed05d59ba2':
    'Uniswap V3, V3, V2, by flash swaps: +0.0116 ETH',
  '0x438fb9e5a9fa80524661a9f8292fe238cf74e6397717ef277bbccb8e8c337558':
    'three pools of Uniswap V3, by flash swaps: +0.0122 ETH',
  '0x29fca501f654200b2fbf861e92cf0e0687c3cc455d2f95eadd22f0a91800baaf':
    'Uniswap V3, V2, V2, by flash swaps: +0.0144 ETH',
}
/** Fees of dYdX flash loans in the token's smallest unit. Upstream states the profit before these fees. */
const flashLoanFees: Readonly<Record<string, bigint>> = {
  '0x22540e530a33a8f4cf4fd69a468323df349bdb1b1cb0efe9da6e59470506e7a1': 1n,
  '0x40b37eb3e3df1fc85d9f9d0e9a877f19d0802d4a23941c71f8c1f461aba8c451': 2n,
}
/** Labels that require calls, because neither an ERC-20 transfer nor a known log shows them. */
const byCallsOnly: readonly string[] = [
  '0xa3d8c446de81db9c63b8654329a09c4aee174ce329a55a4e24b999b0691e1f86',
  '0x27c4d02cde06d8842905c0e937a483ff07be6388b4d2508aeedaad0ebf1cb1e1',
  '0xa043976d736ec8dc930c0556dffd0a86a4bfc80bf98fb7995c791fb4dc488b5d',
]

const blockNumbers = [
  ...[10921991, 11930296, 11931272, 11935012, 12412732, 12483198, 12498502, 12674514, 12775690, 12914944, 13179291],
  ...[13207907, 13234998, 13244807, 13298725, 13302365, 13323642, 13326607, 13370850, 13376024, 13404932, 13666184],
  ...[13666312, 13666326, 13666363, 15049646],
]

const hashesOf = (inspections: readonly Inspection[], kind: string): readonly string[] =>
  inspections
    .flatMap(({ findings }) =>
      findings.filter((finding) => finding.kind === kind).map(({ transactions }) => transactions.join()),
    )
    .sort()

/** Collateral in Aave's receipt tokens, whose transfers are unknown without logs. No profit is stated for these either. */
const seizedAsReceipts: ReadonlySet<string> = new Set([
  '0xfa4487cf93952a91d6c1ec4d3eeff745a0e39f416bcf71b84203ec7953d60db5',
  '0xde551a73e813f1a1e5c843ac2c6a0e40d71618f4040bb7d0cd7cf7b2b6cf4633',
])

const toText = (hash: string, debt: bigint | null, seized: bigint | null) => `${hash} ${debt} ${seized}`

function toAmountText({ transactions, details, profitWei }: LiquidationFinding): string {
  if (details.collateralAmount === null) expect(profitWei).toBeNull()
  return toText(transactions[0] as string, details.debtAmount, details.collateralAmount)
}

function compareAmounts({ labels, inspections }: ReturnType<typeof compare>): void {
  const amounts = inspections.flatMap(({ findings }) =>
    findings.flatMap((finding) => (finding.kind === 'liquidation' ? [toAmountText(finding)] : [])),
  )
  for (const { hash, debt, seized } of labels.flatMap(({ liquidations }) => liquidations))
    expect(amounts).toContain(toText(hash, debt, seizedAsReceipts.has(hash) ? null : seized))
}

function compare(test: TestContext, toInput: (block: MinedBlock) => MinedBlock, unseen: readonly string[]) {
  const labels = blockNumbers.map((number) =>
    readInspectPyLabels(readLocalRecording(test, `mev-inspect-py/labels/${number}.labels.json.gz`)),
  )
  const inspections = blockNumbers.map((number) => {
    const block = parseBlock(readInspectPyBlock(readLocalRecording(test, `mev-inspect-py/blocks/${number}.json.gz`)))
    if (block === null) return expect.fail(`${number} is no block`)
    expect(block.skipped).toEqual([])
    return inspectTransactions(toInput(block))
  })
  const upstream = labels.flatMap(({ arbitrages }) => arbitrages.map(({ hash }) => hash))
  const arbitrages = [...upstream.filter((hash) => !(hash in notArbitrages)), ...Object.keys(moreArbitrages)]
  expect(hashesOf(inspections, 'arbitrage')).toEqual(
    [...new Set(arbitrages)].filter((hash) => !unseen.includes(hash)).sort(),
  )
  const distinct = (hashes: readonly string[]) => [...new Set(hashes)].sort()
  expect(hashesOf(inspections, 'sandwich')).toEqual(distinct(labels.flatMap(({ sandwiches }) => sandwiches)))
  const liquidations = labels.flatMap((ofBlock) => ofBlock.liquidations)
  expect(distinct(hashesOf(inspections, 'liquidation'))).toEqual(distinct(liquidations.map(({ hash }) => hash)))
  const profits = new Map(
    inspections.flatMap(({ findings }) =>
      findings.flatMap(({ kind, transactions, profit }) =>
        kind === 'arbitrage' ? [[transactions[0] as string, profit] as const] : [],
      ),
    ),
  )
  for (const { hash, token, profit } of labels.flatMap(({ arbitrages: labelled }) => labelled))
    if (!(hash in notArbitrages)) expect(profits.get(hash)?.[token], hash).toBe(profit - (flashLoanFees[hash] ?? 0n))
  return { labels, inspections }
}

describe('26 blocks of mainnet, 5,564 transactions, as mev-inspect-py labels them', () => {
  it('have the same labels by traces except for the listed differences, and the same profits to the wei', (test) => {
    compareAmounts(compare(test, (block) => block, []))
  })

  it('have the same labels by receipts alone', (test) => {
    compare(test, (block) => toReceiptsOnly(block, weth), byCallsOnly)
  })
})

describe('labels of mev-inspect-rs', () => {
  it('match, with profits to the wei', (test) => {
    const inspections = readInspectRsBlocks((name) => readLocalRecording(test, `mev-inspect-rs/${name}`)).map((block) =>
      inspectTransactions(block),
    )
    const findings = inspections.flatMap((inspection) => inspection.findings)
    type Asserted = { readonly tx: string; readonly kind: string; readonly status?: string; readonly profit?: string }
    const asserted = JSON.parse(
      readLocalRecording(test, 'mev-inspect-rs/expected_asserted.json'),
    ) as readonly Asserted[]
    for (const { tx, kind, status, profit } of asserted) {
      const found = findings.filter(({ transactions }) => transactions.some((hash) => hash === tx))
      const isLabelled = (kind === 'arbitrage' && status !== 'Reverted') || kind === 'liquidation'
      // Swaps, failed transactions, and bots without a trade.
      expect(
        found.map((finding) => finding.kind),
        tx,
      ).toEqual(isLabelled ? [kind] : [])
      if (kind === 'arbitrage' && profit !== undefined && isLabelled)
        expect(Object.values(found[0]?.profit ?? {}), tx).toContain(BigInt(profit) - (flashLoanFees[tx] ?? 0n))
    }
    expect(asserted).toHaveLength(26)
  })
})

describe('three of the blocks that are part of the repository', () => {
  it('contain two arbitrages, a sandwich and three liquidations', () => {
    expect(listRecordings('mev-inspect-py/')).toContain('blocks.ndjson.gz')
    const inspections = readRecordingLines('mev-inspect-py/blocks.ndjson.gz').map((row) => {
      const block = parseBlock(row)
      return block === null ? expect.fail('no block') : inspectTransactions(block)
    })
    expect(['arbitrage', 'sandwich', 'liquidation', 'jit'].map((kind) => hashesOf(inspections, kind).length)).toEqual([
      2, 1, 3, 0,
    ])
  })
})
