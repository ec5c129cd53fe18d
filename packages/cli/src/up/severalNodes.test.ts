import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createPostgresStore } from '@outrigger/core/store/postgres'
import { expect, it } from 'vitest'
import { useChainAndDatabase } from '../fixtures/chainAndDatabase.ts'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'

/** Longer for the whole measure. */
const kills = Number(process.env['OUTRIGGER_TEST_NODE_KILLS'] ?? 4)
const toDeployed = (name: string) => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url))
const balancerFile = toDeployed('balancer.conf')
const dashboardFile = toDeployed('grafana.json')

const { rpcUrl, createDatabase } = useChainAndDatabase()

type Ports = { readonly rest: number; readonly gateway: number }

/** One of the nodes of compose.yaml: on ports that stay over restarts, with a data directory of its own. */
function createServerNode(url: string, { rest, gateway }: Ports) {
  const dataDir = createDirectory()
  const ports = ['--port', String(rest), '--gateway-port', String(gateway)]
  // Figures of the market are configured, so that there are metrics of them; nothing asks for any here.
  const market = {
    OUTRIGGER_MARKET_DEFILLAMA_ENABLED: 'true',
    OUTRIGGER_MARKET_DEFILLAMA_API_URL: 'http://127.0.0.1:9',
  }
  const env = { OUTRIGGER_STORE: url, OUTRIGGER_TRUSTED_PROXIES: '1', ...market }
  const start = () =>
    startCli(['up', '--json', ...ports, '--data-dir', dataDir, '--rpc', `ethereum=${rpcUrl()}`], { env })
  let server = start()
  return {
    url: `http://127.0.0.1:${rest}`,
    ready: () => server.firstLine(),
    async kill() {
      server.child.kill('SIGKILL')
      await server.ended
      server = start()
    },
    close: () => server[Symbol.asyncDispose](),
  }
}

/**
 * Free ports that stay free while a node is down: below those that systems give to connections and to servers that ask for
 * any (from 32768 on Linux, from 49152 elsewhere).
 */
async function findPorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    ports.add(port)
    await new Promise((resolve) => server.close(resolve))
  }
  return [...ports]
}

/** The balancer of compose.yaml, with the ports there are here. */
async function startBalancer(nodes: readonly Ports[], { rest, gateway }: Ports) {
  const folder = createDirectory()
  mkdirSync(join(folder, 'logs'))
  const named = readFileSync(balancerFile, 'utf8')
    .replace(/listen 8787/, `listen 127.0.0.1:${rest}`)
    .replace(/listen 8788/, `listen 127.0.0.1:${gateway}`)
    .replace(/node(\d):8787/g, (_, index) => `127.0.0.1:${nodes[index - 1]?.rest}`)
    .replace(/node(\d):8788/g, (_, index) => `127.0.0.1:${nodes[index - 1]?.gateway}`)
    .replace(
      'http {',
      ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].reduce(
        (text, name) => `${text}\n  ${name}_temp_path ${folder}/${name};`,
        'http {',
      ),
    )
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `daemon off;\npid ${folder}/pid;\nerror_log stderr crit;\n${named}`)
  const nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(nginx, 'exit')
  return async () => {
    nginx.kill('SIGTERM')
    await ended
  }
}

/** What the dashboard asks Prometheus for is what a node has: names, and labels wherever there is a sample. */
function checkDashboard(metrics: string): void {
  const dashboard = JSON.parse(readFileSync(dashboardFile, 'utf8')) as { panels: { targets?: { expr: string }[] }[] }
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(queries.length).toBeGreaterThan(20)
  const names = new Set([...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name]) => name))
  const sampled = new Map(
    [...metrics.matchAll(/^(\w+)\{([^}]*)\}/gm)].map(([, name = '', labels = '']) => [name, labels]),
  )
  for (const query of queries)
    for (const [asked] of query.matchAll(/outrigger_\w+/g)) {
      expect(names, query).toContain(names.has(asked) ? asked : asked.replace(/_(?:bucket|count|sum)$/, ''))
      const labels = sampled.get(asked)
      const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '))
      // Prometheus itself adds the instance; a query of two metrics groups by what both have.
      if (labels !== undefined)
        for (const label of grouped)
          if (label !== 'instance' && !/ - on /.test(query)) expect(labels, query).toContain(`${label}="`)
    }
}

it(`three servers on one database behind the balancer of compose.yaml, ${kills} of them killed under load`, {
  timeout: 120_000 + kills * 15_000,
}, async () => {
  const url = createDatabase()
  const keys = (...args: readonly string[]) => runCli(['keys', ...args, '--json'], { env: { OUTRIGGER_STORE: url } })
  const made = await keys('create', '--name', 'load', '--tier', 'unlimited')
  const { id, secret } = JSON.parse(made.stdout) as { id: string; secret: string }
  const all = await findPorts(8)
  const [front = { rest: 0, gateway: 0 }, ...ports] = [0, 2, 4, 6].map((at) => ({
    rest: all[at] ?? 0,
    gateway: all[at + 1] ?? 0,
  }))
  const nodes = ports.map((own) => createServerNode(url, own))
  await Promise.all(nodes.map((node) => node.ready()))
  const stopBalancer = await startBalancer(ports, front)
  const tally = { sent: 0, answered: 0, others: 0 }
  /** Times of the answers. */
  const answers: number[] = []
  let lastSeconds = 0
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const ask = async () => {
    tally.sent += 1
    const answer = await fetch(`http://127.0.0.1:${front.gateway}/ethereum/rpc`, {
      method: 'POST',
      headers,
      body,
    }).catch(() => null)
    if (answer?.status === 200) {
      tally.answered += 1
      answers.push(performance.now())
    } else tally.others += 1
    await answer?.text().catch(() => {})
  }
  let isOver = false
  const asking = Array.from({ length: 8 }, async () => {
    while (!isOver) await ask()
  })
  for (let count = 0; count < kills; count += 1) {
    await sleep(1500 + Math.random() * 500)
    const node = nodes[count % 3]
    const sinceMs = performance.now() - 1000
    await node?.kill()
    lastSeconds += answers.filter((atMs) => atMs > sinceMs).length
    await node?.ready()
  }
  isOver = true
  await Promise.all(asking)

  checkDashboard(await (await fetch(`${nodes[0]?.url}/metrics`, { headers })).text())
  // A revocation at one place is seen at all of them.
  const callAll = () =>
    Promise.all(nodes.map(async (node) => (await fetch(`${node.url}/api/v1/analytics/usage`, { headers })).status))
  expect(await callAll()).toEqual([200, 200, 200])
  await keys('revoke', id)
  await expect.poll(callAll, { timeout: 1000, interval: 100 }).toEqual([401, 401, 401])
  for (const node of nodes) await node.close()
  await stopBalancer()

  await using store = await createPostgresStore({ url })
  const months = await store.collection<{ cu: number }>('ledger_months').list()
  const days = await store
    .collection<Record<string, Record<string, [number, number]>>>('ledger_days')
    .list({ prefix: `${id}/` })
  const booked = days.reduce((sum, { value }) => sum + (value['ethereum']?.['eth_chainId']?.[0] ?? 0), 0)
  process.stderr.write(
    `${kills} kills: ${tally.sent} calls sent, ${booked} in the ledger, ${tally.answered} answered, ${tally.others} not\n`,
  )
  expect(months.filter(({ key }) => key.endsWith(id))).toHaveLength(1)
  expect(tally.answered).toBeGreaterThan(100 * kills)
  // A killed node loses at most one second of usage.
  expect(booked).toBeGreaterThanOrEqual(tally.answered - lastSeconds)
  expect(booked).toBeLessThanOrEqual(tally.sent)
})
