import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'
import { requireTerminal } from '../fixtures/terminal.ts'

let ethereum: Anvil
let base: Anvil
let unknown: Anvil
beforeAll(async () => {
  ;[ethereum, base, unknown] = (await Promise.all([1, 8453, 31_337].map((chainId) => createAnvil({ chainId })))) as [
    Anvil,
    Anvil,
    Anvil,
  ]
})
afterAll(() => Promise.all([ethereum, base, unknown].map((one) => one.close())))

const nobody = 'http://127.0.0.1:1'
const secret = 'SECRETSECRETSECRET'

/** What every command in this folder then reads. */
async function readSettings(cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runCli(['config', '--json'], { cwd, env })
  if (stdout === '') throw new TypeError(stderr)
  const rows = JSON.parse(stdout) as { setting: string; value: unknown; origin: string }[]
  return Object.fromEntries(
    rows.filter(({ origin }) => origin.includes('outrigger.config')).map((row) => [row.setting, row.value]),
  )
}

describe('init', () => {
  it('asks endpoints for their chain and writes what the commands read, for its user only', async () => {
    const cwd = createDirectory()
    const args = [
      'init',
      '--yes',
      '--rpc',
      `${ethereum.rpcUrl}/?key=${secret},${base.rpcUrl}`,
      '--data-dir',
      join(cwd, 'data'),
      '--port',
      '9000',
    ]
    const { code, stdout, stderr } = await runCli([...args, '--json'], { cwd })
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      file: 'outrigger.config.json',
      chains: ['ethereum', 'base'],
      port: 9000,
    })
    expect(stderr).toMatch(/ethereum: .* chain id 1\n/)
    expect(stderr).toMatch(/base: .* chain id 8453\n/)
    expect(stderr + stdout).not.toContain(secret)
    expect(await readSettings(cwd)).toMatchObject({
      'chains.base.endpoints': [new URL(base.rpcUrl).origin],
      dataDir: join(cwd, 'data'),
      port: 9000,
      gatewayPort: 9001,
    })
    expect(statSync(join(cwd, 'outrigger.config.json')).mode & 0o777).toBe(0o600)
    const doctor = await runCli(['doctor', '--json'], { cwd })
    expect(doctor.code, doctor.stderr).toBe(0)
  })

  it('names variables in the file, so that keys stay where they are', async () => {
    const cwd = createDirectory()
    const env = { MY_URL: ethereum.rpcUrl }
    const { code, stderr } = await runCli(['init', '--rpc', `\${MY_URL}`, '--rpc', 'base=$LATER_URL'], { cwd, env })
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('not checked, because LATER_URL is not set')
    expect(readFileSync(join(cwd, 'outrigger.config.mjs'), 'utf8')).not.toContain(ethereum.rpcUrl)
    const settings = await readSettings(cwd, { ...env, LATER_URL: base.rpcUrl })
    expect(settings['chains.ethereum.endpoints']).toEqual([ethereum.rpcUrl])
    expect(settings['chains.base.endpoints']).toEqual([base.rpcUrl])
  })

  it.each([
    [
      'an endpoint on another chain',
      () => ['--rpc', `base=${ethereum.rpcUrl}`],
      /is on ethereum \(chain id 1\), not on base/,
    ],
    ['a chain nobody knows', () => ['--rpc', unknown.rpcUrl], /chain id 31337/],
    ['a name nobody knows', () => ['--rpc', `etherium=${ethereum.rpcUrl}`], /ethereum/],
    ['an endpoint that does not answer', () => ['--rpc', nobody], /connection fails/],
    ['no address', () => ['--rpc', 'ethereum'], /http:\/\//],
    ['nothing, and no terminal for the questions', () => [], /--rpc/],
    ['no port', () => ['--rpc', ethereum.rpcUrl, '--port', 'x'], /--port/],
  ])('refuses %s, and writes nothing', async (_, args, says) => {
    const cwd = createDirectory()
    const { code, stdout, stderr } = await runCli(['init', '--yes', ...args()], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(says)
    expect(existsSync(join(cwd, 'outrigger.config.json'))).toBe(false)
  })

  it('overwrites with --force only', async () => {
    const cwd = createDirectory()
    const file = join(cwd, 'outrigger.config.json')
    writeFileSync(file, '{}')
    const args = ['init', '--yes', '--rpc', ethereum.rpcUrl]
    expect(await runCli(args, { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') })
    expect(readFileSync(file, 'utf8')).toBe('{}')
    expect((await runCli([...args, '--force'], { cwd })).code).toBe(0)
    expect(await readSettings(cwd)).toMatchObject({ port: 8787 })
    const withVariable = ['init', '--force', '--rpc', 'ethereum=$URL']
    expect(await runCli(withVariable, { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('only one') })
  })

  it('asks three questions on a terminal, a wrong answer again, and before it overwrites', async (test) => {
    requireTerminal(test)
    const cwd = createDirectory()
    const dialogue = () =>
      answer(cwd, [
        [/RPC addresses/, nobody],
        [/connection fails[\s\S]*RPC addresses/, `${ethereum.rpcUrl}`],
        [/chain id 1\b[\s\S]*stored\?/, 'data'],
        [/port .*\[8787\]/, ''],
      ])
    expect(await dialogue()).toContain('Wrote outrigger.config.json')
    expect(await readSettings(cwd)).toMatchObject({ dataDir: 'data', port: 8787 })
    const again = await answer(cwd, [
      [/RPC addresses/, ethereum.rpcUrl],
      [/stored\?/, 'other'],
      [/port/, ''],
      [/Overwrite it\? \[no\]/, ''],
    ])
    expect(again).toContain('exists already. Use --force')
    expect(await readSettings(cwd)).toMatchObject({ dataDir: 'data' })
  })
})

/** Types an answer after each question in a real terminal; all that was shown. */
async function answer(cwd: string, dialogue: readonly (readonly [question: RegExp, typed: string])[]): Promise<string> {
  const command = `exec '${process.execPath}' '${inject('command')}' init`
  const child = spawn('script', ['-qefc', `stty cols 200 -echo; ${command}`, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], TERM: 'xterm', HOME: cwd },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  let all = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += stripVTControlCharacters(chunk)
    all += stripVTControlCharacters(chunk)
  })
  const ended = once(child, 'close')
  for (const [question, typed] of dialogue) {
    await expect.poll(() => text, { timeout: 30_000 }).toMatch(question)
    text = ''
    child.stdin.write(`${typed}\n`)
  }
  await ended
  return all
}
