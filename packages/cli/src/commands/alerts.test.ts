import { join } from 'node:path'
import { createNode } from '@outrigger/server'
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
  expect((await run('list')).stdout).toMatch(/memory +system rss_mb above 1 +active +1/)
  expect((await run('show', id)).stdout).toContain('triggered')
  expect((await run('test', id)).stdout).toContain('no receiver')
  expect((await run('ack', id)).stdout).toContain('Acknowledged')
  expect((await run('replay', id)).stdout).toBe('0 sent anew.\n')
  expect((await run('resolve', id)).stdout).toContain('Resolved')
  expect(JSON.parse((await run('list', '--resolved', '--json')).stdout)).toMatchObject({ id, state: 'resolved' })
  expect((await run('delete', id)).code).toBe(0)
  expect(await run('show', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no alert') })
})

it('shows the signing secret of a data directory, and makes a new one beside the old', async () => {
  const here = ['--data-dir', join(createDirectory(), 'data')]
  const first = await runCli(['alerts', 'secret', ...here])
  expect(first.stdout).toMatch(/^whsec_[\w+/=]{44}\n$/)
  expect((await runCli(['alerts', 'secret', ...here])).stdout).toBe(first.stdout)
  const second = await runCli(['alerts', 'secret', '--rotate', ...here])
  expect(second.stdout).not.toBe(first.stdout)
  expect(second.stderr).toContain('signs as well until')
})
