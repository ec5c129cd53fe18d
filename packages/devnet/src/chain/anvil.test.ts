import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { AnvilStartError, createAnvil } from './anvil.ts'

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const untilDead = async (pid: number) => {
  for (let i = 0; i < 100 && isAlive(pid); i++) await new Promise((resolve) => setTimeout(resolve, 20))
  return !isAlive(pid)
}
const chainIdOf = async (rpcUrl: string) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await response.json()) as { result: string }).result
}
const ownerScript = fileURLToPath(new URL('./anvil.ts', import.meta.url))
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

test('listens, returns its chain id, and ends after close', async () => {
  const anvil = await createAnvil({ chainId: 8453, args: ['--network', 'optimism'] })
  expect(await chainIdOf(anvil.rpcUrl)).toBe('0x2105')
  await anvil.close()
  expect(isAlive(anvil.pid)).toBe(false)
})

test('an aborted signal ends it', async () => {
  const controller = new AbortController()
  const anvil = await createAnvil({ chainId: 1, signal: controller.signal })
  controller.abort()
  await anvil.exited
  expect(isAlive(anvil.pid)).toBe(false)
})

test('an occupied port causes a clear error', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  cleanups.push(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const error = await createAnvil({ chainId: 1, port }).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(AnvilStartError)
  expect(String(error)).toMatch(/in use/)
})

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('ends when its owner is killed by %s', async (signal) => {
  const owner = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--conditions', '@outrigger/source', '--input-type=module', '-e'],
      `const { createAnvil } = await import(${JSON.stringify(ownerScript)})
       console.log((await createAnvil({ chainId: 1 })).pid)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  cleanups.push(() => owner.kill('SIGKILL'))
  const pid = await new Promise<number>((resolve) => owner.stdout.once('data', (chunk) => resolve(Number(chunk))))
  expect(isAlive(pid)).toBe(true)
  owner.kill(signal)
  expect(await untilDead(pid)).toBe(true)
})
