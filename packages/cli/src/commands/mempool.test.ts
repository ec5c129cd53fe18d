import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chains, createProviderPool, sleep } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { describe, expect, it } from 'vitest'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'

const to = `0x${'11'.repeat(20)}`

describe('mempool', () => {
  it('prints what is pending as wire objects, and its end', async () => {
    await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
    await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl] })
    const args = [
      'mempool',
      'ethereum',
      '--rpc',
      `ethereum=${anvil.rpcUrl}`,
      '--min-value',
      '0.5',
      '--transitions',
      '--json',
    ]
    await using cli = startCli(args)
    const [from] = (await pool.send<string[]>({ method: 'eth_accounts' })).result
    const send = (value: bigint) =>
      pool.send({ method: 'eth_sendTransaction', params: [{ from, to, value: `0x${value.toString(16)}` }] })
    const timer = setInterval(() => void Promise.all([send(10n ** 18n), send(1n)]).catch(() => {}), 300)
    const rows = await new Promise<Record<string, unknown>[]>((resolve) => {
      cli.child.stdout?.on('data', () => {
        const lines = cli
          .stdout()
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line))
        if (lines.some(({ event }) => event === 'mined')) resolve(lines)
      })
    })
    clearInterval(timer)
    expect(rows[0]).toMatchObject({ from, to, value_eth: 1, tx_type: 'transfer', gas_limit: 21000 })
    expect(rows.find(({ event }) => event === 'mined')).toMatchObject({
      hash: rows[0]?.['hash'],
      sequence: expect.any(Number),
    })
    cli.child.kill('SIGINT')
    expect(await cli.ended).toMatchObject({ code: 130 })
  })

  it('goes on telling of a transaction whose block leaves the chain', async () => {
    await using anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
    await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl] })
    const ask = async <result>(method: string, ...params: readonly unknown[]) =>
      (await pool.send<result>({ method, params })).result
    await using cli = startCli(['mempool', 'ethereum', '--rpc', `ethereum=${anvil.rpcUrl}`, '--transitions', '--json'])
    await ask('evm_mine')
    const [from] = await ask<string[]>('eth_accounts')
    const hash = await ask<string>('eth_sendTransaction', { from, to, value: '0x1' })
    await expect.poll(cli.stdout, { timeout: 15_000 }).toContain(hash)
    await ask('evm_mine')
    await expect.poll(cli.stdout, { timeout: 15_000 }).toContain('"event":"mined"')
    await ask('anvil_reorg', 1, [])
    await expect.poll(cli.stdout, { timeout: 15_000 }).toContain('"event":"reorged"')
  }, 60_000)

  it('says which provider does not answer, and why', async () => {
    await using cli = startCli(['mempool', 'ethereum', '--rpc', 'ethereum=http://127.0.0.1:9'])
    while (!/primary: .+/.test(cli.stderr())) await sleep(100)
    expect(cli.stderr()).not.toContain('base fee')
  })

  it('refuses filters that mean nothing', async () => {
    const rpc = ['--rpc', 'ethereum=http://127.0.0.1:9']
    const [type, value, address, provider, dex] = await Promise.all([
      runCli(['mempool', 'ethereum', '--type', 'swaps', ...rpc]),
      runCli(['mempool', 'ethereum', '--min-value', 'much', ...rpc]),
      runCli(['mempool', 'ethereum', '--address', '0x1', ...rpc]),
      runCli(['mempool', 'ethereum']),
      runCli(['mempool', 'ethereum', '--dex', 'nope', ...rpc]),
    ])
    expect(type).toMatchObject({ code: 2, stderr: expect.stringContaining('"swaps" is not a transaction type') })
    expect(value).toMatchObject({ code: 2, stderr: expect.stringContaining('--min-value') })
    expect(address).toMatchObject({ code: 2, stderr: expect.stringContaining('0x1') })
    expect(provider).toMatchObject({ code: 3 })
    expect(dex).toMatchObject({ code: 2, stderr: expect.stringContaining('"nope" is not a known protocol') })
  })
})

describe('replay', () => {
  const row = (id: number, block: number, more: object) => ({
    hash: `0x${String(id).padStart(64, '0')}`,
    block_number: block,
    type: 'call',
    from: `0x${'22'.repeat(20)}`,
    to,
    value: '0x1',
    input: '0x',
    effective_gas_price: '1000000000',
    error: null,
    ...more,
  })
  const text = [row(1, 7, {}), row(2, 7, { error: 'Reverted' }), row(3, 8, { to: null, input: '0x6080' })]
    .map((line) => JSON.stringify(line))
    .join('\n')

  it('takes recorded transactions through pool, classification and filters to their end', async () => {
    const file = join(createDirectory(), 'blocks.ndjson.gz')
    writeFileSync(file, gzipSync(text))
    const { code, stdout, stderr } = await runCli([
      'mempool',
      'ethereum',
      '--replay',
      file,
      '--speed',
      'max',
      '--transitions',
      '--json',
    ])
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.flatMap(({ tx_type }) => tx_type ?? [])).toEqual(['transfer', 'transfer', 'contract_deploy'])
    expect(rows.flatMap(({ event, block }) => (event ? [[event, block.number]] : []))).toEqual([
      ['mined', 7],
      ['failed', 7],
      ['mined', 8],
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('2 blocks replayed') })
    const filtered = await runCli([
      'mempool',
      'ethereum',
      '--replay',
      file,
      '--speed',
      'max',
      '--type',
      'contract_deploy',
      '--json',
    ])
    expect(filtered.stdout.trim().split('\n')).toHaveLength(1)
  })

  it('does not call done what it was told to leave', async () => {
    const file = join(createDirectory(), 'blocks.ndjson')
    writeFileSync(file, text)
    await using replay = startCli(['mempool', 'ethereum', '--replay', file, '--speed', '1'])
    await replay.firstLine()
    replay.child.kill('SIGTERM')
    expect(await replay.ended).toMatchObject({ code: 143, stderr: expect.stringContaining('Interrupted') })
  })

  it('says what is wrong with a recording', async () => {
    const broken = join(createDirectory(), 'broken.ndjson')
    writeFileSync(broken, `${text}\n{}`)
    const empty = join(createDirectory(), 'empty.ndjson')
    writeFileSync(empty, '')
    const noGzip = join(createDirectory(), 'plain.gz')
    writeFileSync(noGzip, text)
    const [missing, line, gzip, speed, none] = await Promise.all([
      runCli(['mempool', 'ethereum', '--replay', 'nowhere.ndjson']),
      runCli(['mempool', 'ethereum', '--replay', broken]),
      runCli(['mempool', 'ethereum', '--replay', noGzip]),
      runCli(['mempool', 'ethereum', '--replay', broken, '--speed', '0']),
      runCli(['mempool', 'ethereum', '--replay', empty]),
    ])
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('ENOENT') })
    expect(line).toMatchObject({ code: 2, stderr: expect.stringContaining('Line 4') })
    expect(gzip.code).toBe(2)
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('no transactions') })
    expect(speed).toMatchObject({ code: 2, stderr: expect.stringContaining('--speed') })
  })
})
