import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lockFile } from './fileLock.ts'

const folder = mkdtempSync(join(tmpdir(), 'outrigger-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is held by one owner at a time, also within this process', async () => {
  const path = join(folder, 'own.lock')
  const lock = await lockFile(path)
  expect(lock).not.toBeNull()
  expect(await lockFile(path)).toBeNull()
  lock?.release()
  const next = await lockFile(path)
  expect(next).not.toBeNull()
  next?.release()
})

it('does not fail if the file is removed while it is being opened', async () => {
  const path = join(folder, 'removed.lock')
  const opening = lockFile(path)
  while (!existsSync(path)) await null
  rmSync(path)
  const lock = await opening
  lock?.release()
})

it('uses only its own file, so that the file can be renamed and nothing else is left behind', async () => {
  const path = join(folder, 'alone.lock')
  const lock = await lockFile(path)
  renameSync(path, `${path}.renamed`)
  expect(readdirSync(folder).filter((name) => name.startsWith('alone'))).toEqual(['alone.lock.renamed'])
  expect(await lockFile(`${path}.renamed`)).toBeNull()
  lock?.release()
})

it('is free as soon as its process is killed', async () => {
  const path = join(folder, 'killed.lock')
  const module = new URL('./fileLock.ts', import.meta.url).href
  const code = `const { lockFile } = await import(${JSON.stringify(module)}); await lockFile(${JSON.stringify(path)}); console.log('held'); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  expect(await lockFile(path)).toBeNull()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = await lockFile(path)
  expect(lock).not.toBeNull()
  lock?.release()
})
