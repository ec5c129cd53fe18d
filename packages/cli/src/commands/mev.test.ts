import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readRecording } from '@outrigger/devnet/recorded'
import { describe, expect, it } from 'vitest'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'

const recorded = readRecording('mev-inspect-py/blocks.ndjson.gz')
const file = join(createDirectory(), 'mined.ndjson.gz')
writeFileSync(file, gzipSync(recorded))

type Row = {
  readonly block_number: number
  readonly kind: string
  readonly transactions: readonly string[]
  readonly profit: Readonly<Record<string, string>>
  readonly tokens: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
}
const toRows = (stdout: string): readonly Row[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row)

describe('mev inspect', () => {
  it('writes one row a finding of recorded blocks, without a provider', async () => {
    const { code, stdout, stderr } = await runCli(['mev', 'inspect', 'ethereum', file, '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const rows = toRows(stdout)
    expect(rows.filter(({ kind }) => kind === 'liquidation').map(({ block_number }) => block_number)).toEqual([
      12674514, 13323642, 13404932,
    ])
    const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
    expect(rows.find(({ kind }) => kind === 'sandwich')).toMatchObject({
      block_number: 13404932,
      transactions: [
        '0xcfec6d808b85553cdbf3d1cadaa1ffead86e038edb947bb576470d311202a0ac',
        '0xdbed0250575c238f1c1727ebe7ccf3c6181f92597ed3c15855763ce27211ae89',
        '0xf27d594d64ae3099fd19c19475e09e914b86da781c9a6d0675b588f52e29940c',
      ],
      profit: { [weth]: expect.stringMatching(/^\d+$/) },
      details: { victims: [expect.any(String)], profit_wei: expect.stringMatching(/^\d+$/) },
    })
    // The back of the sandwich is no arbitrage besides.
    const arbitrages = rows.filter(({ kind }) => kind === 'arbitrage')
    expect(arbitrages.map(({ profit }) => profit[weth]).sort()).toEqual(['10423532709333084', '10716298780718515'])
  })

  it('names the line that is no block, after what came before it', async () => {
    const [first = ''] = recorded.split('\n')
    const broken = join(createDirectory(), 'broken.ndjson')
    // Some editors begin a file with a byte order mark.
    writeFileSync(broken, `\uFEFF${first}\n{"block":1}\n`)
    const { code, stdout, stderr } = await runCli(['mev', 'inspect', 'ethereum', broken, '--json'])
    expect(code).toBe(2)
    expect(toRows(stdout)).toHaveLength(1)
    expect(stderr).toContain('Line 2 is not a block')
  })

  it('says what it could not read, and goes on', async () => {
    const odd = join(createDirectory(), 'odd.ndjson')
    const transactions = [{}, { tx: { hash: `0x${'ab'.repeat(32)}` }, receipt: 5 }]
    writeFileSync(odd, `${JSON.stringify({ block: { number: '0x1' }, transactions })}\n`)
    const { code, stdout, stderr } = await runCli(['mev', 'inspect', 'ethereum', odd, '--json'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr.match(/is skipped/g)).toHaveLength(2)
  })

  it('says what is wrong with its arguments', async () => {
    const [nothing, both, range, chain, provider, absent] = await Promise.all(
      [[], ['1', file], ['5..2'], [file], ['1'], [`${file}.absent`]].map((args, index) =>
        runCli(['mev', 'inspect', index === 3 ? 'narnia' : 'ethereum', ...args]),
      ),
    )
    for (const one of [nothing, both, range, chain, absent]) expect(one).toMatchObject({ code: 2, stdout: '' })
    expect(provider?.code).toBe(3)
  })

  it('says what is wrong with a compressed file', async () => {
    const [cut, plain] = ['cut.ndjson.gz', 'plain.ndjson.gz'].map((name) => join(createDirectory(), name)) as [
      string,
      string,
    ]
    writeFileSync(cut, gzipSync(recorded).subarray(0, 1_000))
    writeFileSync(plain, recorded)
    const unnamed = join(createDirectory(), 'mined.ndjson')
    writeFileSync(unnamed, gzipSync(recorded))
    const ends = [cut, plain, unnamed].map((blocks) => runCli(['mev', 'inspect', 'ethereum', blocks]))
    const [ofCut, ofPlain, ofUnnamed] = await Promise.all(ends)
    expect(ofCut).toMatchObject({ code: 2, stderr: expect.stringContaining('ends in the middle') })
    expect(ofPlain).toMatchObject({ code: 2, stderr: expect.stringContaining('is not gzip') })
    expect(ofUnnamed).toMatchObject({ code: 2, stderr: expect.stringContaining('ends in .gz') })
  })
})

describe('every mev command', () => {
  it('is for EVM chains', async () => {
    const url = 'http://127.0.0.1:1'
    const ends = [
      ['inspect', 'bitcoin', '5', '--rpc', `bitcoin=${url}`],
      ['watch', 'solana', '--rpc', `solana=${url}`],
      ['exposure', 'bitcoin', '0x02'],
      ['score', 'solana'],
      ['findings', 'solana'],
    ].map((args) => runCli(['mev', ...args]))
    for (const end of await Promise.all(ends))
      expect(end).toMatchObject({ code: 2, stderr: expect.stringContaining('for EVM chains only') })
  })
})
