import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@outrigger/api/contract'
import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type Fault } from '@outrigger/devnet/faults'
import { expect, it } from 'vitest'
import WebSocket from 'ws'
import { createDirectory, runCli, startCli } from '../packages/cli/src/fixtures/cliProcess.ts'

// One marker per place in which a provider's key can travel.
const secrets = {
  user: 'USERSECRET0',
  password: 'PASSSECRET1',
  query: 'QUERYSECRET2',
  header: 'HEADERSECRET3',
  path: 'PATHSECRET4',
}

/** Requests at a time: most wait for providers that do not answer. */
const atOnce = 12

/**
 * A node and every command with secrets in all places of their provider URLs, at the most talkative log level, through
 * healthy, failing and dead providers. Everything that comes out is kept and searched.
 */
it('no secret of a provider or a key comes out anywhere', async () => {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 200 })
  await using primary = await createFaultProxy({ target: anvil.rpcUrl })
  await using backup = await createFaultProxy({ target: anvil.rpcUrl })
  const at = (url: string) => url.replace('http://', `http://${secrets.user}:${secrets.password}@`)
  const endpoints = [
    { url: `${at(primary.url)}/?key=${secrets.query}`, headers: { 'x-api-key': secrets.header } },
    // Anvil does not serve this path: an endpoint that always fails, and says so.
    { name: 'wrong-path', url: `${backup.url}/v2/${secrets.path}` },
    { name: 'refused', url: `http://127.0.0.1:9/v2/${secrets.path}` },
    { name: 'last', url: `${backup.url}/?key=${secrets.query}` },
  ]
  const cwd = createDirectory()
  const config = {
    chains: { ethereum: { endpoints } },
    beacon: { endpoints: [`http://127.0.0.1:9/${secrets.path}`] },
    log: 'debug',
  }
  writeFileSync(join(cwd, 'outrigger.config.json'), JSON.stringify(config))
  const env = { OUTRIGGER_DEBUG: '1' }
  const heard: string[] = []

  await using node = startCli(['up', '--json', '--port', '0', '--data-dir', join(cwd, 'data')], { cwd, env })
  const { rest, ws, gateway_http, gateway_ws, api_key } = JSON.parse(await node.firstLine()) as Record<string, string>
  const origin = (rest ?? '').replace(/\/api$/, '')

  async function ask(url: string, method = 'GET') {
    const body = method === 'POST' ? JSON.stringify({ grant_type: 'client_credentials' }) : null
    const headers = { 'x-api-key': api_key ?? '', ...(body === null ? {} : { 'content-type': 'application/json' }) }
    const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(20_000) })
    heard.push(`${response.status} ${JSON.stringify([...response.headers])}`, await response.text())
  }
  async function askEverything() {
    const routes = Object.values(contract)
    for (let start = 0; start < routes.length; start += atOnce)
      await Promise.all(
        routes.slice(start, start + atOnce).map(({ method, path }) => {
          const filled = path.replaceAll('{chain}', 'ethereum').replaceAll(/\{\w+\}/g, '1')
          return ask(`${rest}${filled.replace(/^\/api/, '')}`, method)
        }),
      )
    for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json', '/openrpc.json', '/nowhere'])
      await ask(`${origin}${path}`)
    for (const path of ['/ethereum/rpc', '/base/rpc', '/nowhere/rpc']) await ask(`${gateway_http}${path}`, 'POST')
    for (const path of ['headers/head', 'events?topics=head']) await ask(`${gateway_http}/ethereum/beacon/${path}`)
    const blocks = new WebSocket(`${ws}/ws/v1/ethereum`, { headers: { 'x-api-key': api_key ?? '' } })
    // It says something, or is refused with a reason.
    await new Promise<unknown>((resolve) => {
      blocks.on('message', (data) => resolve(heard.push(String(data))))
      blocks.on('close', (_, reason) => resolve(heard.push(String(reason)))).on('error', resolve)
    })
    blocks.terminate()
    const direct = new WebSocket(`${gateway_ws}/ethereum/ws`, { headers: { 'x-api-key': api_key ?? '' } })
    await once(direct, 'open')
    const calls = [
      ['eth_subscribe', 'newHeads'],
      ['eth_subscribe', 'newPendingTransactions', true],
      ['eth_blockNumber'],
      ['eth_call', { data: '0xfe' }],
      ['eth_getLogs', { fromBlock: '0x1', toBlock: '0x0' }],
      ['eth_sendRawTransaction', '0x02'],
      ['no_suchMethod'],
    ]
    const answered = new Set<unknown>()
    const finished = new Promise<void>((resolve) => {
      direct.on('message', (data) => {
        heard.push(String(data))
        answered.add(JSON.parse(String(data)).id)
        if (calls.every((_, id) => answered.has(id))) resolve()
      })
    })
    for (const [id, [method, ...params]] of calls.entries())
      direct.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    await finished
    direct.close()
  }

  const faults: Fault[] = [
    { kind: 'none' },
    { kind: 'hang' },
    { kind: 'status', status: 503 },
    { kind: 'wrongChainId' },
    { kind: 'refuse' },
  ]
  for (const fault of faults) {
    await Promise.all([primary.setFault(fault), backup.setFault(fault)])
    await askEverything()
  }
  for (const args of [
    ['doctor'],
    ['rpc', 'ethereum', 'eth_blockNumber'],
    ['rpc', 'ethereum', 'no_suchMethod'],
    ['gas', 'ethereum'],
    ['price', 'ethereum', 'ETH'],
    ['analytics', 'chains'],
    ['config'],
    ['keys', 'list'],
    ['up', '--port', 'x'],
  ])
    for (const format of [[], ['--json']]) {
      const { stdout, stderr } = await runCli([...args, ...format], { cwd, env })
      heard.push(stdout, stderr)
    }
  node.child.kill('SIGTERM')
  const { stderr } = await node.ended
  heard.push(stderr)

  expect(heard.length).toBeGreaterThan(300)
  expect(stderr).toContain('ethereum')
  const everything = heard.join('\n')
  // The Basic credentials in the form in which they travel.
  const basic = Buffer.from(`${secrets.user}:${secrets.password}`).toString('base64')
  for (const secret of [...Object.values(secrets), basic, api_key ?? 'no key'])
    expect(everything.includes(secret), secret).toBe(false)
}, 300_000)
