import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'

const pad = (value: bigint | string) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const sender = `0x${'11'.repeat(20)}`
// swapExactETHForTokens(uint256,address[],address,uint256)
const swap = `0x7ff36ab5${pad(5n)}${pad(128n)}${pad(sender)}${pad(9n)}${pad(2n)}${pad(weth)}${pad(usdc)}`
// The example of EIP-155.
const raw =
  '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83'
const rows = [
  {
    to: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
    input: swap,
    value: '0x10',
    from: sender,
    hash: `0x${'ab'.repeat(32)}`,
  },
  { raw },
  { to: 5, input: '0x' },
  { to: null, input: '0x6080' },
  // As a hash: sequences that a terminal would obey.
  { hash: '\x1b[2J', to: 5, input: '0x' },
]
const text = `${rows.map((row) => JSON.stringify(row)).join('\n')}\nnot json\n`

describe('classify', () => {
  it('answers every row in its order, the bad ones too', async () => {
    const file = join(createDirectory(), 'rows.ndjson')
    writeFileSync(file, text)
    const { code, stdout, stderr } = await runCli(['classify', 'ethereum', file, '--json'])
    const [first, signed, bad, deploy, hostile, broken] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(first).toMatchObject({
      hash: `0x${'ab'.repeat(32)}`,
      from: sender,
      tx_type: 'swap',
      rule: 'swap: uniswap_v2.swapExactETHForTokens',
      swap_details: {
        dex: 'uniswap_v2',
        token_in: weth,
        token_out: usdc,
        amount_in: '16',
        amount_out_min: '5',
        path: ['WETH', 'USDC'],
        path_addresses: [weth, usdc],
        exact: 'in',
      },
      actions: [{ kind: 'swap', token_in: weth, is_native_in: true }],
      undecoded: [],
    })
    expect(signed).toMatchObject({
      hash: '0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788',
      from: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
      tx_type: 'transfer',
    })
    expect(bad).toEqual({ hash: null, error: expect.stringContaining('"to"') })
    expect(deploy).toMatchObject({ hash: null, from: null, tx_type: 'contract_deploy' })
    expect(hostile).toEqual({ hash: null, error: expect.any(String) })
    expect(broken).toEqual({ hash: null, error: expect.stringContaining('not a JSON object') })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('3 of 6 rows') })
  })

  it('reads stdin, and says what is wrong with the command line', async () => {
    const { stdout } = spawnSync(process.execPath, [inject('command'), 'classify', 'ethereum', '-'], {
      input: text,
    })
    expect(String(stdout).split('\n')[1]).toMatch(/^0x[ab]+…[ab]+ {2}swap +swap: uniswap_v2/)
    const [file, chain] = await Promise.all([
      runCli(['classify', 'ethereum', 'nowhere.ndjson']),
      runCli(['classify', 'nowhere']),
    ])
    expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere.ndjson cannot be read (ENOENT)') })
    expect(chain).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere') })
  })
})
