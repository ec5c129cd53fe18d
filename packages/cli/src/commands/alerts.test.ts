import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAlerts, loopbackNetworks } from '@outrigger/alerts'
import { createNode, openStore } from '@outrigger/server'
import { expect, it } from 'vitest'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'

it('makes, lists, shows, acknowledges, resolves and deletes alerts of a node', async () => {
  await using node = await createNode({ access: 'loopback' })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const run = (...args: readonly string[]) => runCli(['alerts', ...args, '--node', url])
  const made = await run('create', '--name', 'memory', '--type', 'system', '--metric', 'rss_mb', '--threshold', '1')
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^alert_[0-9a-f]{18}\n$/) })
  const id = made.stdout.trim()
  await expect.poll(() => node.alerts.get(id).state.status).toBe('active')
  expect((await run('list')).stdout).toMatch(/memory +system +- +rss_mb above 1 +active +1/)
  expect((await run('list', id)).stdout).toContain('triggered')
  expect((await run('test', id)).stdout).toContain('no receiver')
  expect((await run('set', id, 'acknowledged')).stdout).toContain('Acknowledged')
  expect((await run('test', id, '--replay')).stdout).toBe('Notifications sent again: 0.\n')
  expect((await run('set', id, 'resolved')).stdout).toContain('Resolved')
  expect(JSON.parse((await run('list', '--resolved', '--json')).stdout)).toMatchObject({ id, state: 'resolved' })
  expect((await run('set', id, 'deleted')).code).toBe(0)
  expect(await run('list', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no alert') })
})

it('says which scope a key lacks', async () => {
  await using node = await createNode({ chains: {}, log: 'silent' })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'reader' })
  const args = ['alerts', 'create', '--name', 'memory', '--type', 'system', '--threshold', '1', '--node', url]
  const { code, stderr } = await runCli(args, { env: { OUTRIGGER_API_KEY: secret } })
  expect(code).toBe(1)
  expect(stderr).toContain('Insufficient permissions. The API key needs the scope write:alerts.')
  const unknown = await runCli(args, { env: { OUTRIGGER_API_KEY: 'or_unknown' } })
  expect(unknown.stderr).toContain('Invalid API key. Set OUTRIGGER_API_KEY, or pass --api-key.')
})

it('shows the signing secret of a data directory, and makes a new one beside the old', async () => {
  const here = ['--data-dir', join(createDirectory(), 'data')]
  const first = await runCli(['alerts', 'secret', ...here])
  expect(first.stdout).toMatch(/^whsec_[\w+/=]{44}\n$/)
  expect((await runCli(['alerts', 'secret', ...here])).stdout).toBe(first.stdout)
  const second = await runCli(['alerts', 'secret', '--rotate', ...here])
  expect(second.stdout).not.toBe(first.stdout)
  expect(second.stderr).toContain('An earlier secret also signs until')
})

it('shows and rotates the signing secret of a key at a node', async () => {
  await using node = await createNode({ chains: {}, log: 'silent' })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const env = { OUTRIGGER_API_KEY: (await node.keys.create({ name: 'bot', scopes: ['write:alerts'] })).secret }
  const run = (...args: readonly string[]) => runCli(['alerts', 'secret', '--node', url, ...args], { env })
  const first = await run()
  expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_/) })
  const second = JSON.parse((await run('--rotate', '--json')).stdout)
  expect(second).toEqual({ secret: expect.stringMatching(/^whsec_/), previous_until: [expect.any(String)] })
  expect((await run()).stdout).toBe(`${second.secret}\n`)
  expect(first.stdout).not.toContain(second.secret)
})

it('sends anew what was given up while its receiver was down', { timeout: 60_000 }, async () => {
  const dataDir = join(createDirectory(), 'data')
  const received: unknown[] = []
  const server = createServer((request, response) => {
    received.push(request.headers['webhook-id'])
    response.end()
  })
  const open = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => server.close(resolve))
  await open(0)
  const { port } = server.address() as AddressInfo
  await close()
  const id = await giveUp(dataDir, `http://127.0.0.1:${port}/hook`)
  await open(port)
  await using node = await createNode({ access: 'loopback', dataDir })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  expect((await node.alerts.deliveries(id)).dead).toHaveLength(1)
  expect(await runCli(['alerts', 'test', id, '--replay', '--node', url])).toMatchObject({
    code: 0,
    stdout: 'Notifications sent again: 1.\n',
  })
  await expect.poll(() => received, { timeout: 20_000 }).toEqual([`${id}_1`])
  await expect.poll(async () => (await node.alerts.deliveries(id)).dead, { timeout: 20_000 }).toEqual([])
  await close()
})

it('says of an address that is gone what brings it back', { timeout: 30_000 }, async () => {
  const dataDir = join(createDirectory(), 'data')
  let status = 410
  const server = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const id = await giveUp(dataDir, webhookUrl)
  await using node = await createNode({ access: 'loopback', dataDir })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const replay = async () => (await runCli(['alerts', 'test', id, '--replay', '--node', url])).stdout
  expect(await replay()).toMatch(
    /^Notifications sent again: 0\. The webhook URL answered 410 \(gone\), .* webhook_url with PATCH /,
  )
  status = 200
  await node.alerts.update(id, { webhookUrl: `${webhookUrl}/new` })
  expect(await replay()).toBe('Notifications sent again: 1.\n')
  await new Promise((resolve) => server.close(resolve))
})

/** Leaves a dead letter in a data directory: its receiver is down for all attempts. @returns the id of the alert */
async function giveUp(dataDir: string, webhookUrl: string): Promise<string> {
  await using store = await openStore({ dataDir })
  const channels = { webhook: { networks: loopbackNetworks } }
  const watch = (_: unknown, tell: (reading: { value: number; atMs: number }) => void) => {
    setImmediate(() => tell({ value: 90, atMs: Date.now() }))
    return () => {}
  }
  await using alerts = await createAlerts({ store, channels, signals: { watch }, pausesMs: [0] })
  const { id } = await alerts.create({ name: 'disk', type: 'system', threshold: 80, webhookUrl })
  await expect.poll(async () => (await alerts.deliveries(id)).dead.length, { timeout: 20_000 }).toBe(1)
  return id
}
