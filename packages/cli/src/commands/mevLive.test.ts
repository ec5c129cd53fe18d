import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { createNode } from '@outrigger/server'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'

const { tokens, uniswapV2 } = addresses
const abi = parseAbi([
  'function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])',
  'function swapETHForExactTokens(uint256,address[],address,uint256) payable returns (uint256[])',
])
const fees = { gas: 250_000n, maxFeePerGas: parseGwei('60'), maxPriorityFeePerGas: parseGwei('2') }

let devnet: Devnet
let rpc: readonly string[]
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 3_000 })
  rpc = ['--rpc', `ethereum=${devnet.chains.ethereum.rpcUrl}`]
}, 120_000)
afterAll(() => devnet?.close())

const toSwap = (functionName: (typeof abi)[number]['name'], amount: bigint, path: readonly Address[]) => ({
  to: uniswapV2.router,
  data: encodeFunctionData({
    abi,
    functionName,
    args: [amount, [...path], devnet.accounts.deployer.address, 2n ** 40n],
  }),
})
const purchase = (minimum = 1n) => toSwap('swapExactETHForTokens', minimum, [tokens.WETH.address, tokens.LINK.address])

const sign = (to: Address, data: Hex, ether: string, chainId = 1): Promise<Hex> =>
  devnet.accounts.deployer.signTransaction({ ...fees, to, data, value: parseEther(ether), nonce: 9_999, chainId })

type Row = Readonly<Record<string, unknown>> & { readonly outcome?: { readonly kind: string; readonly profit: string } }
const toRows = (stdout: string): readonly Row[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row)

describe('mev watch', () => {
  it('tells of opportunities, scores them, and its score outlives kill -9', async () => {
    const dataDir = ['--data-dir', join(createDirectory(), 'data')]
    const { client } = devnet.chains.ethereum
    const send = (ether: string) =>
      client.sendTransaction({ account: devnet.accounts.deployer, ...fees, ...purchase(), value: parseEther(ether) })
    {
      await using watch = startCli([
        'mev',
        'watch',
        'ethereum',
        '--json',
        ...['--min-profit-eth', '0.5', '--type', 'sandwich,backrun', '--token', tokens.LINK.address],
        '--simulations',
        '4',
        ...rpc,
        ...dataDir,
      ])
      await expect.poll(watch.stderr, { timeout: 30_000 }).toMatch(/pools tracked · block \d+/)
      // The first makes the pool known, the second is judged.
      for (let index = 0; index < 2; index += 1) await client.waitForTransactionReceipt({ hash: await send('0.01') })
      const number = await client.getBlockNumber()
      await expect.poll(() => client.getBlockNumber(), { timeout: 15_000 }).toBeGreaterThan(number)
      const id = `sandwich:${await send('1000')}`
      await expect.poll(watch.stdout, { timeout: 15_000, interval: 50 }).toContain(id)
      const scored = () => toRows(watch.stdout()).find((row) => row['event'] === 'scored' && row['id'] === id)
      await expect.poll(scored, { timeout: 30_000 }).toMatchObject({ type: 'sandwich', outcome: { kind: 'held' } })
      const reported = toRows(watch.stdout()).find((row) => row['id'] === id)
      expect(reported).toMatchObject({
        event: 'found',
        details: { victim_value_eth: 1000 },
        swaps: [{ position: 'before' }, { position: 'after' }],
      })
      expect(reported?.['estimated_profit_eth']).toBeGreaterThan(0.5)
      // The swap leaves arbitrages, which the filter excludes.
      expect(toRows(watch.stdout()).filter(({ event, type }) => event === 'found' && type === 'arbitrage')).toEqual([])
      watch.child.kill('SIGKILL')
      await watch.ended
    }
    const kept = await runCli(['mev', 'score', 'ethereum', '--json', ...dataDir])
    expect(toRows(kept.stdout).find(({ type }) => type === 'sandwich')).toMatchObject({ predictions: 1, hit_share: 1 })
    const shown = await runCli(['mev', 'score', 'ethereum', ...dataDir])
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/sandwich +1 +100 %/) })
  }, 120_000)

  it('prints the findings of a running node, which its list and its functions in process also have', async () => {
    const { client, rpcUrl } = devnet.chains.ethereum
    const send = (ether: string) =>
      client.sendTransaction({ account: devnet.accounts.deployer, ...fees, ...purchase(), value: parseEther(ether) })
    await using node = await createNode({ chains: { ethereum: { endpoints: [rpcUrl] } }, log: 'silent' })
    const { url } = await node.listen({ port: 0, gatewayPort: 0 })
    const scopes = ['read:blockchain', 'stream:websocket'] as const
    const { secret } = await node.keys.create({ name: 'mev', tier: 'unlimited', scopes: [...scopes] })
    const inProcess: string[] = []
    node.mev.watch('ethereum', {
      onFound: ({ id }) => inProcess.push(`found ${id}`),
      onGone: ({ id, reason }) => inProcess.push(`gone ${id} ${reason}`),
      onError: (error) => inProcess.push(String(error)),
    })
    await using watch = startCli(['mev', 'watch', 'ethereum', '--json', '--node', url], {
      env: { OUTRIGGER_API_KEY: secret },
    })
    await expect.poll(watch.stderr, { timeout: 60_000 }).toMatch(/current findings/)
    for (let index = 0; index < 2; index += 1) await client.waitForTransactionReceipt({ hash: await send('0.01') })
    const number = await client.getBlockNumber()
    await expect.poll(() => client.getBlockNumber(), { timeout: 15_000 }).toBeGreaterThan(number)
    const hash = await send('1000')
    const id = `sandwich:${hash}`
    await expect.poll(() => inProcess, { timeout: 15_000, interval: 10 }).toContain(`found ${id}`)
    const { findings } = await node.mev.getFindings('ethereum', { type: 'sandwich', dependsOn: 'pending' })
    const response = await fetch(`${url}/v1/mev/ethereum/findings?type=sandwich`, { headers: { 'x-api-key': secret } })
    const { data } = (await response.json()) as { readonly data: { readonly findings: readonly Row[] } }
    const listed = data.findings.find((one) => one['id'] === id)
    const toOwn = () => toRows(watch.stdout()).filter((row) => row['id'] === id)
    await expect.poll(toOwn, { timeout: 15_000, interval: 50 }).toHaveLength(2)
    const rows = toOwn()
    expect(rows).toMatchObject([
      {
        event: 'found',
        type: 'sandwich',
        transactions: [hash],
        basis: 'computed',
        details: { victim_value_eth: 1000 },
      },
      { event: 'gone', reason: 'mined' },
    ])
    const { event: _, ...found } = rows[0] ?? {}
    const profit = Number(found['estimated_profit_eth'])
    // The typed client keeps 15 digits.
    expect(listed).toEqual({ ...found, estimated_profit_eth: expect.closeTo(profit, 10) })
    const own = findings.find((one) => one.id === id)
    expect(Number(own?.estimatedProfit) / 1e18).toBeCloseTo(profit, 10)
    expect(new Date(own?.firstSeenMs ?? 0).toISOString()).toBe(found['first_seen'])
    await expect.poll(() => inProcess).toContain(`gone ${id} mined`)

    const countScored = async () => (await node.mev.getStatus('ethereum')).score.all.predictions
    await expect.poll(countScored, { timeout: 30_000, interval: 200 }).toBeGreaterThan(0)
    const runNode = (...args: readonly string[]) =>
      runCli(['mev', ...args, '--json'], { env: { OUTRIGGER_URL: url, OUTRIGGER_API_KEY: secret } })
    const [score, current, others] = await Promise.all([
      runNode('score', 'ethereum'),
      runNode('findings', 'ethereum', '--depends-on', 'state', '--token', tokens.LINK.address),
      runNode('findings', 'ethereum', '--pool', `0x${'ab'.repeat(20)}`),
    ])
    expect(score).toMatchObject({ code: 0, stderr: '' })
    expect(toRows(score.stdout).find(({ type }) => type === 'all')?.['predictions']).toBeGreaterThan(0)
    expect(current).toMatchObject({ code: 0, stdout: expect.stringContaining(tokens.LINK.address.toLowerCase()) })
    expect(toRows(current.stdout).every(({ transactions }) => String(transactions) === '')).toBe(true)
    expect(others).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No current findings') })
  }, 180_000)

  it('says what is wrong with its arguments', async () => {
    const [profit, simulations, chain, provider, nodeless, ...filters] = await Promise.all([
      runCli(['mev', 'watch', 'ethereum', '--min-profit-eth', 'much', ...rpc]),
      runCli(['mev', 'watch', 'ethereum', '--simulations', '-1', ...rpc]),
      runCli(['mev', 'watch', 'narnia', ...rpc]),
      runCli(['mev', 'watch', 'ethereum']),
      runCli(['mev', 'findings', 'ethereum']),
      ...[
        ['--type', 'theft'],
        ['--min-confidence', '2'],
        ['--depends-on', 'me'],
        ['--pool', '0x12'],
      ].map((flags) => runCli(['mev', 'watch', 'ethereum', ...flags, ...rpc])),
    ])
    expect(nodeless).toMatchObject({ code: 2, stderr: expect.stringContaining('--node') })
    const expected = ['sandwich', '0 to 1', 'pending or state', 'not a pool']
    for (const [index, text] of expected.entries())
      expect(filters[index]).toMatchObject({ code: 2, stderr: expect.stringContaining(text) })
    expect(profit).toMatchObject({ code: 2, stderr: expect.stringContaining('--min-profit-eth') })
    expect(simulations).toMatchObject({ code: 2, stderr: expect.stringContaining('--simulations') })
    expect(chain).toMatchObject({ code: 2 })
    expect(provider).toMatchObject({ code: 3 })
  }, 60_000)
})

describe('mev exposure', () => {
  const run = (...args: readonly string[]) => runCli(['mev', 'exposure', 'ethereum', ...args, ...rpc])
  const ask = async (to: Address, data: Hex, ether: string) => run(await sign(to, data, ether), '--json')
  type Exposure = Row & { readonly swaps: readonly Row[] }
  const toExposure = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Exposure

  it('shows what a swap would lose, and the limit with which it loses nothing', async () => {
    const { to, data } = purchase()
    const careless = await ask(to, data, '2000')
    const [row] = toExposure(careless).swaps
    expect(careless).toMatchObject({ code: 0 })
    expect(row).toMatchObject({ exact: 'in', token_out: tokens.LINK.address.toLowerCase(), limit: '1' })
    expect(row?.['attacker_profit_eth']).toBeGreaterThan(0)
    const [lost = 0n, safe, quoted] = ['lost', 'safe_limit', 'quoted_amount'].map((name) => BigInt(String(row?.[name])))
    expect(lost).toBeGreaterThan(0n)
    const askWith = async (limit = 0n) => toExposure(await ask(to, purchase(limit).data, '2000'))
    expect(await askWith(quoted)).toMatchObject({ reverts: false, swaps: [{ lost: '0', attacker_profit_eth: 0 }] })
    // What gas costs an attacker falls from block to block here.
    expect(BigInt(String((await askWith(safe)).swaps[0]?.['lost'])) * 1_000n).toBeLessThan(lost)
  }, 60_000)

  it('takes an unsigned call and the hash of a pending transaction, and names relays', async () => {
    const { to, data } = purchase()
    const from = devnet.accounts.deployer.address
    const value = String(parseEther('2000'))
    const call = await run('--from', from, '--to', to, '--data', data, '--value', value)
    expect(call).toMatchObject({ code: 0, stdout: expect.stringMatching(/WETH → LINK\non +uniswap_v2/) })
    expect(call.stdout).toMatch(/its limit +0\.0+1 LINK/)
    expect(call.stdout).toMatch(/titan +https:\/\/rpc\.titanbuilder\.xyz/)
    // The gap in the nonces keeps it pending.
    const hash = await devnet.chains.ethereum.client.sendRawTransaction({
      serializedTransaction: await sign(to, data, '2000'),
    })
    expect(toExposure(await run(hash, '--json'))).toMatchObject({ hash, swaps: [{ limit: '1' }], gaps: [] })
  }, 60_000)

  it('asks a running node, and names the option for a missing key', async () => {
    const { to, data } = purchase()
    const raw = await sign(to, data, '2000')
    const endpoints = [devnet.chains.ethereum.rpcUrl]
    await using node = await createNode({ chains: { ethereum: { endpoints } }, log: 'silent' })
    const { url } = await node.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await node.keys.create({ name: 'exposure', tier: 'free', scopes: ['read:blockchain'] })
    const askNode = (...args: readonly string[]) => runCli(['mev', 'exposure', 'ethereum', ...args, '--node', url])
    const [signed, call, keyless] = await Promise.all([
      askNode(raw, '--json', '--api-key', secret),
      askNode(
        '--from',
        devnet.accounts.deployer.address,
        '--to',
        to,
        '--data',
        data,
        '--value',
        '7',
        '--api-key',
        secret,
      ),
      askNode(raw),
    ])
    const { hash } = await node.mev.getExposure('ethereum', { rawTransaction: raw })
    expect(toExposure(signed)).toMatchObject({ hash, gaps: [], swaps: [{ exact: 'in', limit: '1' }] })
    expect(Number(toExposure(signed).swaps[0]?.['attacker_profit_eth'])).toBeGreaterThan(0)
    expect(call).toMatchObject({ code: 0, stdout: expect.stringMatching(/WETH → LINK\non +uniswap_v2/) })
    expect(keyless).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--api-key') })
  }, 60_000)

  it('names the most that is to be paid where the output is exact', async () => {
    const { to, data } = toSwap('swapETHForExactTokens', 10n ** 23n, [tokens.WETH.address, tokens.LINK.address])
    const { stdout } = await run(await sign(to, data, '100000'))
    expect(stdout).toMatch(/WETH → LINK/)
    expect(stdout).toMatch(/safe limit +[\d.]+ WETH \(amount_in_max\)\nwhich tolerates +[\d.e-]+ % above the quote/)
  }, 60_000)

  it('explains why there is no exposure', async () => {
    const unknown = toSwap('swapExactETHForTokens', 1n, [tokens.WETH.address, `0x${'ab'.repeat(20)}`])
    const { to, data } = purchase()
    const [transfer, garbage, pair, elsewhere, hash, failing, none, both] = await Promise.all([
      ask(uniswapV2.router, '0x', '1'),
      run('0x1234'),
      ask(unknown.to, unknown.data, '1'),
      sign(to, data, '1', 8453).then((raw) => run(raw)),
      run(`0x${'ab'.repeat(32)}`),
      ask(to, purchase(10n ** 30n).data, '1'),
      run(),
      run('0x1234', '--to', to),
    ])
    expect(elsewhere).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('signed for chain id 8453'),
    })
    expect(hash).toMatchObject({ code: 1, stderr: expect.stringContaining('No ethereum provider knows') })
    expect(transfer).toMatchObject({ code: 1, stderr: expect.stringContaining('not a known swap') })
    expect(toExposure(transfer)).toMatchObject({ total_lost_usd: null, gaps: [{ reason: 'no_swap' }] })
    expect(garbage).toMatchObject({ code: 2, stderr: expect.stringContaining('signature') })
    expect(pair).toMatchObject({ code: 1, stderr: expect.stringContaining('no known factory created') })
    expect(failing).toMatchObject({ code: 1, stderr: expect.stringContaining('It would revert on the current pools') })
    for (const { code, stderr } of [none, both]) expect([code, stderr]).toEqual([2, expect.stringContaining('--data')])
  }, 60_000)
})

describe('mev score', () => {
  it('says so where nothing was scored', async () => {
    const dataDir = join(createDirectory(), 'none')
    const { code, stdout, stderr } = await runCli(['mev', 'score', 'base', '--data-dir', dataDir])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain(`${dataDir} does not exist`)
    expect(stderr).toContain('outrigger mev watch base')
    expect(existsSync(dataDir)).toBe(false)
  })
})
