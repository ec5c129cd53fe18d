import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAnvil } from '@outrigger/devnet'
import { describe, expect, it } from 'vitest'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'

const dead = 'http://127.0.0.1:9'
const ask = async (...args: readonly string[]) => {
  const { code, stderr } = await runCli(args)
  return { code, stderr }
}

describe('messages say what is wrong and what was meant', () => {
  it.each([
    ['an empty URL', ['gas', '--rpc', 'ethereum='], 'is empty: is the variable set?'],
    [
      'an empty URL of a list',
      ['gas', '--rpc', `ethereum=${dead},`],
      'The URL of Endpoint 2 is empty: is the variable set?',
    ],
    ['a URL without scheme', ['gas', '--rpc', 'ethereum=localhost:8545'], 'did you mean http://localhost:8545?'],
    ['a misspelt chain of --rpc', ['gas', '--rpc', `etherium=${dead}`], 'Did you mean "ethereum"?'],
    ['a misspelt chain', ['gas', 'polgon', '--rpc', `polygon=${dead}`], 'Did you mean "polygon"?'],
    ['a misspelt devnet', ['devnet', '--chains', 'ethreum'], 'Did you mean "ethereum"?'],
    ['a misspelt command', ['gsa'], 'Did you mean gas?'],
    ['a misspelt command below another', ['mev', 'wach', 'ethereum'], 'Did you mean watch?'],
    ['a misspelt option', ['gas', '--wach'], 'Did you mean --watch?'],
    ['a misspelt type', ['mempool', 'ethereum', '--type', 'swpa', '--rpc', `ethereum=${dead}`], 'Did you mean "swap"?'],
    [
      'a misspelt scope',
      ['keys', 'create', '--name', 'x', '--scope', 'read:blokchain'],
      'Did you mean "read:blockchain"?',
    ],
    ['a misspelt tier', ['keys', 'create', '--name', 'x', '--tier', 'grwth'], 'Did you mean "growth"?'],
    ['a misspelt protocol', ['book', 'ethereum', '--status', '--protocol', 'aave_3'], 'Did you mean "aave_v3"?'],
    ['nothing to swap', ['swap', 'ethereum', '0', 'ETH', 'USDC', '--rpc', `ethereum=${dead}`], 'the amount must be'],
    [
      'a swap of a token for itself',
      ['swap', 'ethereum', '1', 'DAI', 'DAI', '--rpc', `ethereum=${dead}`],
      'the token to buy must differ',
    ],
    ['a port that is none', ['devnet', '--port', 'http'], '--port takes a port from 0 to 65535'],
  ])('%s', async (_, args, words) => {
    expect(await ask(...args)).toEqual({ code: 2, stderr: expect.stringContaining(words) })
  })

  it('an empty variable', async () => {
    const { code, stderr } = await runCli(['gas', 'ethereum'], { env: { OUTRIGGER_RPC_ETHEREUM: '' } })
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('OUTRIGGER_RPC_ETHEREUM is empty') })
  })

  it('a setting with a value that does not exist, or misspelt', async () => {
    const cwd = createDirectory()
    writeFileSync(join(cwd, 'outrigger.config.json'), '{ "lending": "always", "gatewayport": 1 }')
    const { code, stderr } = await runCli(['config'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('lending: must be "atStart", "onUse", or false')
    expect(stderr).toContain('unknown setting gatewayport. Did you mean "gatewayPort"?')
  })

  it('a misspelt OUTRIGGER_ variable', async () => {
    const env = { OUTRIGGER_RCP_ETHEREUM: dead, OUTRIGGER_DATADIR: '/x', OUTRIGGER_PORT: '1', OUTRIGGER_API_KEY: 'x' }
    const { code, stderr } = await runCli(['config'], { env })
    expect(code).toBe(0)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining(
        'OUTRIGGER_RCP_ETHEREUM is not a variable of Outrigger and changes nothing. Did you mean OUTRIGGER_RPC_ETHEREUM?',
      ),
      expect.stringContaining('Did you mean OUTRIGGER_DATA_DIR?'),
    ])
  })

  it.skipIf(!existsSync('/proc/self'))('a data directory where none can be, at once', async () => {
    const args = ['up', '--rpc', `ethereum=${dead}`, '--port', '0', '--data-dir', '/proc/foo']
    expect(await ask(...args)).toEqual({ code: 1, stderr: expect.stringContaining('/proc/foo cannot be used') })
  })

  it('--node on the port of the gateway', async () => {
    await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1_000 })
    await using node = startCli(['up', '--json', '--port', '0', '--rpc', `ethereum=${anvil.rpcUrl}`])
    const { gateway_http, api_key } = JSON.parse(await node.firstLine()) as Record<string, string>
    const gas = ['gas', '--node', gateway_http ?? '']
    const [without, withKey] = await Promise.all([runCli(gas), runCli(gas, { env: { OUTRIGGER_API_KEY: api_key } })])
    for (const { code, stderr } of [without, withKey]) {
      expect(code).toBe(2)
      expect(stderr).toMatch(/is the gateway of a node.*--node takes the URL of the REST interface/)
    }
  })
})

describe('help', () => {
  it('is also a command', async () => {
    const [asCommand, asOption, unknown] = await Promise.all([
      runCli(['help', 'gas']),
      runCli(['gas', '--help']),
      runCli(['help', 'nothing']),
    ])
    expect(asCommand).toMatchObject({ code: 0, stdout: asOption.stdout, stderr: '' })
    expect(asOption.stdout).toContain('Usage: outrigger gas')
    expect(unknown.code).toBe(2)
  })

  it('of a subcommand is that of its option', async () => {
    const [asCommand, asOption, unknown] = await Promise.all([
      runCli(['help', 'keys', 'create']),
      runCli(['keys', 'create', '--help']),
      runCli(['help', 'keys', 'nothing']),
    ])
    expect(asCommand).toMatchObject({ code: 0, stdout: asOption.stdout, stderr: '' })
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("unknown command 'nothing'") })
  })
})

it('lists every setting that is in force, the defaults of the rest included', async () => {
  const { stdout } = await runCli(['config', '--json', '--rpc', `base=${dead}`], { env: { OUTRIGGER_PORT: '5' } })
  const rows = stdout
    .trim()
    .split('\n')
    .flatMap((line) => JSON.parse(line) as { setting: string; value: unknown; origin: string }[])
  const settings = Object.fromEntries(rows.map(({ setting, value, origin }) => [setting, [value, origin]]))
  expect(settings).toMatchObject({
    port: [5, 'OUTRIGGER_PORT'],
    gatewayPort: [8788, 'default'],
    mempool: ['onUse', 'default'],
    'chains.base.timeoutMs': [5000, 'default'],
    'gateway.denyMethods': [[], 'default'],
    'tiers.free.monthlyCu': [150_000_000, 'default'],
  })
  expect(new Set(rows.map(({ setting }) => setting)).size).toBe(rows.length)
})
