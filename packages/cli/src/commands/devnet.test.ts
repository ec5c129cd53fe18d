import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliProcess, isAlive, listDescendants, runCli, startCli } from '../fixtures/cliProcess.ts'

type Devnet = {
  chains: { name: string; chain_id: number; rpc_url: string }[]
  rpc: Record<string, string[]>
  beacon: string[]
  control_url: string
  proxies: string[]
}

const setFault = (controlUrl: string, proxy: string, kind: string) =>
  fetch(`${controlUrl}/${proxy}`, { method: 'PUT', body: JSON.stringify({ kind }) })

describe('devnet and the commands that read', () => {
  let devnet: CliProcess
  let ready: Devnet
  let rpc: readonly string[]
  beforeAll(async () => {
    devnet = startCli(['devnet', '--json', '--traffic-rate', '2', '--block-time', '0.5'])
    ready = JSON.parse(await devnet.firstLine()) as Devnet
    rpc = ['--rpc', `ethereum=${ready.rpc['ethereum']?.join(',')}`]
  }, 90_000)
  afterAll(() => devnet[Symbol.asyncDispose]())

  it('tells where everything is', () => {
    expect(ready.chains).toMatchObject([{ name: 'ethereum', chain_id: 1 }])
    expect(ready.proxies).toEqual(['beacon-backup', 'beacon-primary', 'ethereum-backup', 'ethereum-primary'])
  })

  it('gas: a table for people, the fields of the wire for programs', async () => {
    const [table, json] = await Promise.all([runCli(['gas', ...rpc]), runCli(['gas', 'ethereum', '--json', ...rpc])])
    expect(table).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^GAS \(GWEI\) +SOURCE +BLOCK .*\nethereum +(?:primary|backup) +[\d,]+ .*\n$/),
    })
    const price = JSON.parse(json.stdout) as { fast: Record<string, number> }
    // A backup may be first on a busy machine.
    expect(price).toMatchObject({
      chain: 'ethereum',
      source: expect.stringMatching(/^(?:primary|backup)$/),
      stale: false,
    })
    const { base_fee_gwei = 0, priority_fee_gwei = 0, max_fee_gwei = 0 } = price.fast
    expect(max_fee_gwei).toBeCloseTo(base_fee_gwei + priority_fee_gwei, 9)
  })

  it('gas --watch: a line a block, until interrupted or nobody reads on', async () => {
    await using watch = startCli(['gas', '--watch', '--json', ...rpc])
    await expect.poll(() => watch.stdout().split('\n').length, { timeout: 20_000 }).toBeGreaterThan(3)
    watch.child.kill('SIGINT')
    const { code, stdout } = await watch.ended
    const blocks = stdout
      .trim()
      .split('\n')
      .map((line) => Number((JSON.parse(line) as { block_number: number }).block_number))
    expect(code).toBe(130)
    expect(new Set(blocks).size).toBe(blocks.length)
    expect(blocks).toEqual([...blocks].sort((a, b) => a - b))

    await using unread = startCli(['gas', '--watch', '--json', ...rpc])
    await unread.firstLine()
    unread.child.stdout?.destroy()
    expect((await unread.ended).code).toBe(0)
  })

  it('shows what a liquid restaking token redeems for beside its price', async () => {
    const { code, stdout } = await runCli(['price', 'ethereum', 'weETH', ...rpc])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/redeems for 1\.0\d+ ETH \(etherfi\)/) })
  })

  it('reads the same over a running node', async () => {
    await using node = startCli([
      'up',
      '--json',
      '--port',
      '0',
      '--data-dir',
      'data',
      ...rpc,
      '--beacon',
      ready.beacon.join(','),
    ])
    const { rest } = JSON.parse(await node.firstLine()) as { rest: string }
    await expect.poll(async () => (await fetch(`${rest}/v1/oracle/gas/ethereum`)).status, { timeout: 20_000 }).toBe(200)
    const here = ['--json', '--node', rest]
    const [gas, byVariable, unserved, address] = await Promise.all([
      runCli(['gas', ...here]),
      runCli(['gas', '--json'], { env: { OUTRIGGER_NODE: rest } }),
      runCli(['gas', 'base', ...here]),
      runCli(['gas', '--node', 'localhost:8787']),
    ])
    expect(JSON.parse(gas.stdout)).toMatchObject({
      chain: 'ethereum',
      slow: { max_fee_gwei: expect.any(Number) },
    })
    expect(JSON.parse(byVariable.stdout)).toMatchObject({ chain: 'ethereum' })
    expect(unserved).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^outrigger: .+\n$/) })
    expect(address).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--node http://') })
  })

  it('lets ether fall on command', async () => {
    const put = (body: string) => fetch(`${ready.control_url}/ether`, { method: 'PUT', body })
    expect(await (await put('{"change":-0.5}')).json()).toEqual({ change: -0.5, price_usd: 1500 })
    const price = await runCli(['price', 'ethereum', 'WETH', '--json', ...rpc])
    expect(price.stdout).toMatch(/"price_usd": ?1[3-6]\d\d/)
    const wrong = await put('{"change":"much"}')
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('{\\"change\\":-0.1}')])
    expect((await put('{"change":0}')).status).toBe(200)
  })

  it('answers from the backup when the primary hangs, and fails in one line when both do', async () => {
    await setFault(ready.control_url, 'ethereum-primary', 'hang')
    const backup = await runCli(['gas', '--json', ...rpc])
    expect(JSON.parse(backup.stdout)).toMatchObject({ source: 'backup', failover_active: true })
    await setFault(ready.control_url, 'ethereum-backup', 'refuse')
    const none = await runCli(['gas', ...rpc])
    expect(none).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^outrigger: No ethereum provider answered.*\n$/),
    })
    await Promise.all(ready.proxies.map((proxy) => setFault(ready.control_url, proxy, 'none')))
  })

  it('ends with 3 and the settings that help where no provider is configured', async () => {
    const results = await Promise.all([
      runCli(['gas']),
      runCli(['gas', 'base', ...rpc]),
      runCli(['block', 'ethereum', 'latest']),
    ])
    expect(results.map(({ code }) => code)).toEqual([3, 3, 3])
    expect(results.map(({ stderr }) => stderr).join()).toMatch(/--rpc base=[\s\S]*OUTRIGGER_RPC_ETHEREUM/)
  })

  it('ends with every process it started', async () => {
    const children = listDescendants(devnet.child.pid ?? 0)
    expect(children.length).toBeGreaterThan(0)
    devnet.child.kill('SIGINT')
    expect((await devnet.ended).code).toBe(130)
    await expect.poll(() => children.filter(isAlive), { timeout: 3_000 }).toEqual([])
  })
})

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('devnet alone', () => {
  it('listens at `--port`, and its blocks are empty with `--traffic-rate 0`', async () => {
    const port = await findFreePort()
    const args = ['devnet', '--json', '--port', String(port), '--traffic-rate', '0', '--block-time', '0.2']
    await using devnet = startCli(args)
    const { chains } = JSON.parse(await devnet.firstLine()) as Devnet
    const [{ rpc_url: url } = { rpc_url: '' }] = chains
    expect(url).toBe(`http://127.0.0.1:${port}`)
    const ask = async (method: string, params: readonly unknown[] = []) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return ((await answer.json()) as { result: unknown }).result
    }
    const first = Number(await ask('eth_blockNumber'))
    await expect.poll(async () => Number(await ask('eth_blockNumber')), { timeout: 20_000 }).toBeGreaterThan(first + 3)
    for (const number of [first + 1, first + 2, first + 3])
      expect(await ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])).toMatchObject({ transactions: [] })
    expect(devnet.stderr()).not.toMatch(/traffic/i)
  }, 90_000)
})

describe('up --devnet', () => {
  it('is ready with three chains, and leaves no process behind when killed or interrupted', async () => {
    for (const [signal, code] of [
      ['SIGKILL', null],
      ['SIGINT', 130],
    ] as const) {
      await using node = startCli(['up', '--devnet', '--json', '--port', '0', '--traffic-rate', '1'])
      const { rest, api_key } = JSON.parse(await node.firstLine()) as { rest: string; api_key: string }
      for (const chain of ['ethereum', 'base', 'arbitrum'])
        await expect
          .poll(async () => (await fetch(`${rest}/v1/oracle/gas/${chain}`)).json(), { timeout: 20_000 })
          .toMatchObject({ chain, stale: false })
      const headers = { 'x-api-key': api_key }
      // The last needs CoinGecko and alternative.me, which a devnet has of its own.
      for (const path of ['health', 'price/ethereum/WETH', 'analytics/defi/metrics', 'analytics/market/overview'])
        expect([path, (await fetch(`${rest}/v1/${path}`, { headers })).status]).toEqual([path, 200])
      expect(node.stderr()).toMatch(/Break one: curl -X PUT 127\.0\.0\.1:\d+\/ethereum-primary/)

      const children = listDescendants(node.child.pid ?? 0)
      expect(children.length).toBeGreaterThanOrEqual(3)
      node.child.kill(signal)
      expect(await node.ended).toMatchObject({ code })
      await expect.poll(() => children.filter(isAlive), { timeout: 3_000 }).toEqual([])
    }
  }, 120_000)
})
