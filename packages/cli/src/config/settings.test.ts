import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDirectory } from '../fixtures/cliProcess.ts'
import { toDisplayValue } from './display.ts'
import { listEffective } from './effective.ts'
import { variables } from './environment.ts'
import { toUrls } from './flags.ts'
import { loadSettings } from './loadSettings.ts'
import { flattenConfig, toConfig, toSettings } from './settings.ts'

const write = (name: string, text: string): string => {
  const path = join(createDirectory(), name)
  writeFileSync(path, text)
  return path
}

describe('loadSettings', () => {
  it('lets flags win over the environment, that over the file, that over defaults, value by value', async () => {
    const config = write(
      'outrigger.config.json',
      JSON.stringify({
        chains: {
          ethereum: { endpoints: ['https://file.example'], timeoutMs: 900 },
          base: { endpoints: ['https://file.example'] },
        },
        port: 1,
        gatewayPort: 2,
        host: 'file',
      }),
    )
    const env = {
      OUTRIGGER_PORT: '3',
      OUTRIGGER_GATEWAY_PORT: '4',
      OUTRIGGER_RPC_BASE: 'https://env.example, https://two.example',
    }
    const settings = await loadSettings({ config, port: '5', rpc: ['ethereum=https://flag.example'] }, env)
    expect(toConfig(settings)).toMatchObject({
      chains: {
        ethereum: { endpoints: ['https://flag.example'], timeoutMs: 900 },
        base: { endpoints: ['https://env.example', 'https://two.example'] },
      },
      port: 5,
      gatewayPort: 4,
      host: 'file',
      dataDir: expect.any(String),
    })
    const origins = Object.fromEntries([...settings.values()].map(({ path, origin }) => [path, origin]))
    expect(origins).toMatchObject({
      'chains.ethereum.endpoints': '--rpc',
      'chains.ethereum.timeoutMs': config,
      'chains.base.endpoints': 'OUTRIGGER_RPC_BASE',
      port: '--port',
      gatewayPort: 'OUTRIGGER_GATEWAY_PORT',
      host: config,
      dataDir: 'default',
    })
  })

  it('reads a module, and takes its path from the environment', async () => {
    const path = write('some.mjs', "export default { log: 'debug', beacon: { endpoints: ['https://b.example'] } }")
    expect(toConfig(await loadSettings({}, { OUTRIGGER_CONFIG: path }))).toMatchObject({
      log: 'debug',
      beacon: { endpoints: ['https://b.example'] },
    })
  })

  it('derives a variable for every single setting', async () => {
    expect(variables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'OUTRIGGER_DATA_DIR',
        'OUTRIGGER_LOG',
        'OUTRIGGER_CORS',
        'OUTRIGGER_MEV_BUILDER_BID_BPS',
      ]),
    )
    const env = {
      OUTRIGGER_CORS: 'https://a.example,https://b.example',
      OUTRIGGER_TRACING: 'true',
      OUTRIGGER_MEV_BUILDER_BID_BPS: '10',
    }
    expect(toConfig(await loadSettings({}, env))).toMatchObject({
      cors: ['https://a.example', 'https://b.example'],
      tracing: true,
      mev: { builderBidBps: 10 },
    })
    expect(toConfig(await loadSettings({}, { OUTRIGGER_CORS: 'false' }))).toMatchObject({ cors: false })
    expect(toConfig(await loadSettings({}, { OUTRIGGER_TRUSTED_PROXIES: '1' }))).toMatchObject({ trustedProxies: 1 })
    expect(toConfig(await loadSettings({}, { OUTRIGGER_TRUSTED_PROXIES: '10.0.0.0/8,::1' }))).toMatchObject({
      trustedProxies: ['10.0.0.0/8', '::1'],
    })
    expect(toConfig(await loadSettings({}, { OUTRIGGER_MEMPOOL: 'atStart' }))).toMatchObject({ mempool: 'atStart' })
    expect(toConfig(await loadSettings({}, { OUTRIGGER_ACCESS: 'loopback' }))).toMatchObject({ access: 'loopback' })
    await expect(loadSettings({}, { OUTRIGGER_ACCESS: 'everybody' }).then(toConfig)).rejects.toThrow(/keys.*loopback/)
  })

  it.each([
    [{ rpc: ['https://host.example/SECRET'] }, {}],
    [{ port: '70000' }, {}],
    [{ config: '/nowhere/at/all.json' }, {}],
    [{}, { OUTRIGGER_PORT: 'SECRET' }],
    [{}, { OUTRIGGER_TRACING: 'SECRET' }],
    [{}, { OUTRIGGER_TRUST_PROXY: 'SECRET' }],
  ])('refuses %j %j without repeating it', async (flags, env) => {
    const error = await loadSettings(flags, env).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: expect.stringMatching(/USAGE|CONFIG_FILE/) })
    expect(String(error)).not.toContain('SECRET')
  })

  it.each([
    ['OUTRIGGER_TRUST_PROXY', /OUTRIGGER_TRUST_PROXY: this setting was removed: set trustedProxies to 1/],
    ['OUTRIGGER_STREAMS_SOCKETS', /OUTRIGGER_STREAMS_SOCKETS: .*Delete the rest/],
    ['OUTRIGGER_GATEWAY_BODY_BYTES', /its default always applies/],
  ])('refuses the variable of a setting that was removed: %s', async (name, message) => {
    await expect(loadSettings({}, { [name]: '1' })).rejects.toThrow(message)
  })

  it('takes chain ids for names in a file', async () => {
    const endpoints = ['http://127.0.0.1:9']
    const config = write('ids.json', JSON.stringify({ chains: { 1: { endpoints }, 8453: { endpoints } } }))
    expect(Object.keys(toConfig(await loadSettings({ config }, {})).chains ?? {})).toEqual(['ethereum', 'base'])
  })

  it('tells the place of a mistake in a file, not its text', async () => {
    const config = write('bad.json', '{\n  "beacon": { "endpoints": ["https://host.example/SECRETSECRET"]\n')
    const error = await loadSettings({ config }, {}).catch(String)
    expect(error).toMatch(/bad\.json is not valid JSON/)
    expect(error).not.toContain('SECRET')
  })

  it('refuses chains and settings that do not exist', async () => {
    const unknownChain = await loadSettings({ rpc: ['narnia=https://x.example'] }, {})
    expect(() => toConfig(unknownChain)).toThrow(/narnia/)
    const config = write('outrigger.config.json', '{"colour": "red"}')
    expect(() => toConfig(toSettings(flattenConfig({ colour: 'red' }, config)))).toThrow(/colour/)
  })

  it('refuses an empty section that does not exist, and fills one that does', async () => {
    const load = (value: object, env = {}) => loadSettings({ config: write('empty.json', JSON.stringify(value)) }, env)
    await expect(load({ chainz: {} }).then(toConfig)).rejects.toThrow(/chainz.*"chains"/)
    const filled = await load({ chains: {}, mev: {} }, { OUTRIGGER_RPC_BASE: 'https://env.example' })
    // Twice: what fills a section is not put into the setting itself.
    for (const _ of [1, 2])
      expect(toConfig(filled)).toMatchObject({ chains: { base: { endpoints: ['https://env.example'] } }, mev: {} })
    expect(filled.get('chains')?.value).toEqual({})
    await expect(load({ chains: { base: {} } }).then(toConfig)).rejects.toThrow(/base/)
    const twice = await load({ chains: { 1: { endpoints: ['https://a.example'] }, ethereum: {} } })
    expect(toConfig(twice).chains?.ethereum?.endpoints).toEqual(['https://a.example'])
  })

  it('refuses a setting named __proto__', () => {
    const named = flattenConfig(JSON.parse('{"__proto__": {}, "chains": {"__proto__": {"timeoutMs": 1}}}'), 'file')
    for (const setting of named) expect(() => toConfig(toSettings([setting]))).toThrow(/__proto__/)
  })

  it('shows the defaults of an empty section', async () => {
    const paths = async (value: object) =>
      listEffective(await loadSettings({ config: write('shown.json', JSON.stringify(value)) }, {})).map(
        ({ path }) => path,
      )
    expect(await paths({ mev: {}, tiers: {}, chains: {} })).toEqual(await paths({}))
  })
})

it('separates URLs at commas before a scheme only', () => {
  expect(toUrls('https://a.example/x,y, wss://b.example')).toEqual(['https://a.example/x,y', 'wss://b.example'])
})

it('shows endpoints without their secrets', () => {
  const endpoints = [
    'https://user:SECRET@a.example',
    { url: 'https://b.example/SECRET', wsUrl: 'wss://b.example/?k=SECRET', headers: { 'x-key': 'SECRET' } },
  ]
  const shown = JSON.stringify(toDisplayValue('chains.base.endpoints', endpoints))
  expect(shown).toContain('https://b.example/…')
  expect(shown).toContain('x-key')
  expect(shown).not.toContain('SECRET')
})
